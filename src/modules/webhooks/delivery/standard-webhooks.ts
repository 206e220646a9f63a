import { createHmac } from 'node:crypto';

/** What a secret begins with; base64 of 24 to 64 bytes follows. */
export const SECRET_PREFIX = 'whsec_';

/** The three headers by which a receiver knows whom a request is from, and which event it tells of. */
export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Signs as Standard Webhooks 1.0.0 has it: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, one for each secret
 * with a space between, so that receivers may go over from one secret to the next whenever they like.
 *
 * @param secrets `whsec_…`, the present one first
 * @param id of the event: the same at every attempt, for receivers that have seen it already
 * @param at of the attempt: receivers refuse requests that somebody kept and sends again later
 */
export function signatureHeaders(secrets: readonly string[], id: string, at: Date, body: string): SignatureHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
