import { cutText } from '../../../common/cut-text.js';

/** Of a body, as it is kept. UTF-8 bytes. */
export const LOGGED_BYTES = 4_096;
const MAX_HEADERS = 40;
/** Characters of one header's value. */
const MAX_VALUE = 256;
const REMOVED = '[removed]';

/** Headers that may hold what lets somebody in, by a word of their names. */
const SECRET_NAME = /auth|cookie|credential|csrf|key|passw|secret|session|signature|token/;
/** What could be a secret or a signature of Standard Webhooks, for receivers that say it back. */
const SECRET_TEXT = /whsec_[A-Za-z0-9+/_=-]*|v1a?,[A-Za-z0-9+/=]{16,}/g;

/**
 * Headers as the log of attempts keeps them: without those that may be secret, a bounded number of bounded length, the
 * address of a redirect without its query.
 *
 * @param secrets texts that must not be in any of it
 */
export function loggedHeaders(headers: Iterable<[string, string]>, secrets: readonly string[]): Record<string, string> {
  const kept = [...headers].filter(([name]) => !SECRET_NAME.test(name.toLowerCase())).slice(0, MAX_HEADERS);
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const told = name.toLowerCase() === 'location' ? value.replace(/[?#].*$/s, '') : value;
      return [cutText(name, MAX_VALUE), cutText(loggedText(told, secrets), MAX_VALUE)];
    }),
  );
}

/** A body as it is kept: at most {@link LOGGED_BYTES}, without secrets, and nothing that PostgreSQL's text cannot hold. */
export function loggedText(text: string, secrets: readonly string[]): string {
  let told = text;
  for (const secret of secrets) told = told.replaceAll(secret, REMOVED);
  told = told.replace(SECRET_TEXT, REMOVED).replaceAll('\0', '\ufffd');
  return cutBytes(told, LOGGED_BYTES);
}

function cutBytes(text: string, bytes: number): string {
  const buffer = Buffer.from(text);
  if (buffer.length <= bytes) return text;
  // With `stream`, half of a character at the end is left out.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(buffer.subarray(0, bytes), { stream: true });
}
