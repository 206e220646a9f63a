import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api, sandbox } from '../api.js';
import { textOf } from '../parts/dialog.js';
import { useList } from '../parts/use-list.js';

const DAY_MS = 86_400_000;

export type ApiKey = Schema<'ApiKeyResponse'>;

/** Keys work on one side only. */
export type Side = 'live' | 'test';

export const SIDES = { live: api, test: sandbox } as const;

export const keysOf = (side: Side) => ['api-keys', side] as const;

export const useKeys = (side: Side) =>
  useList(keysOf(side), (cursor, signal) =>
    SIDES[side].GET('/api-keys', { params: { query: { ...(cursor && { cursor }) } }, signal }),
  );

export type KeyValues = Omit<Schema<'CreateApiKeyRequest'>, 'owner_id'>;

/** What the form says. An unchanged date is left out, because a date says less than the time that the service stores. */
export function valuesOf(form: FormData, key?: ApiKey): KeyValues {
  const date = textOf(form, 'expires_at');
  const addresses = textOf(form, 'allowed_cidrs')
    .split(/[\s,;]+/)
    .filter(Boolean);
  return {
    name: textOf(form, 'name'),
    scopes: form.getAll('scopes') as KeyValues['scopes'],
    allowed_cidrs: addresses.length > 0 ? addresses : null,
    ...(date !== dateOf(key) && { expires_at: date === '' ? null : new Date(`${date}T23:59:59`).toISOString() }),
  };
}

/** As a date field has it, in the time zone of the browser. */
export const dateOf = (key?: ApiKey): string => (key?.expires_at ? isoDate(new Date(key.expires_at)) : '');

const isoDate = (date: Date): string => date.toLocaleDateString('sv');

export const tomorrow = (): string => isoDate(new Date(Date.now() + DAY_MS));
