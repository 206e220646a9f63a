import { cutText } from '@amks/language/text/cut-text.js';

/** Maximum logged UTF-8 bytes of a body. */
export const LOGGED_BYTES = 4_096;
const MAX_HEADERS = 40;
/** Maximum characters of a header's value. */
const MAX_VALUE = 256;
const REMOVED = '[removed]';

/** Words in names of headers that may hold credentials. */
const SECRET_NAME = /auth|cookie|credential|csrf|key|passw|secret|session|signature|token/;
/** Secrets and signatures of Standard Webhooks, which a receiver may echo. */
const SECRET_TEXT = /whsec_[A-Za-z0-9+/_=-]*|v1a?,[A-Za-z0-9+/=]{16,}/g;

/** Logged headers: no secrets, limited in number and length, redirects without their query. @param secrets texts to remove */
export function loggedHeaders(headers: Iterable<[string, string]>, secrets: readonly string[]): Record<string, string> {
  const kept = [...headers].filter(([name]) => !SECRET_NAME.test(name.toLowerCase())).slice(0, MAX_HEADERS);
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const told = name.toLowerCase() === 'location' ? value.replace(/[?#].*$/s, '') : value;
      return [cutText(name, MAX_VALUE), cutText(loggedText(told, secrets), MAX_VALUE)];
    }),
  );
}

/** At most {@link LOGGED_BYTES}, without secrets and characters that PostgreSQL cannot store. */
export function loggedText(text: string, secrets: readonly string[]): string {
  let told = text;
  for (const secret of secrets) told = told.replaceAll(secret, REMOVED);
  told = told.replace(SECRET_TEXT, REMOVED).replaceAll('\0', '\ufffd');
  return cutBytes(told, LOGGED_BYTES);
}

function cutBytes(text: string, bytes: number): string {
  const buffer = Buffer.from(text);
  if (buffer.length <= bytes) return text;
  // With `stream`, a partial character at the end is dropped.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(buffer.subarray(0, bytes), { stream: true });
}
