import type { Schema } from 'aviation-maintenance-knowledge-client';

type ApiKey = Schema<'ApiKeyResponse'>;

/** What forms say of where and until when a key works. An unchanged day is left out, because it says less than the time that the service stores. */
export function limitsOf(day: string, addresses: string, key?: ApiKey) {
  const blocks = [...new Set(addresses.split(/[\s,;]+/).filter(Boolean))];
  return {
    allowed_cidrs: blocks.length > 0 ? blocks : null,
    ...(day !== lastDayOf(key) && { expires_at: day === '' ? null : new Date(`${day}T23:59:59`).toISOString() }),
  };
}

/** As a date field has it, in the time zone of the browser. */
export const lastDayOf = (key?: ApiKey): string => (key?.expires_at ? isoDate(new Date(key.expires_at)) : '');

/** The first day that a new key can have; a key that ends earlier can keep its day. */
export function firstDayOf(key?: ApiKey): string | undefined {
  if (key) return undefined;
  const date = new Date();
  date.setDate(date.getDate() + 1);
  return isoDate(date);
}

const isoDate = (date: Date): string => date.toLocaleDateString('sv');
