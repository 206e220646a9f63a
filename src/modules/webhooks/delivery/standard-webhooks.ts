import { Webhook } from 'standardwebhooks';

/** Prefix of a secret; base64 of 24 to 64 bytes follows. */
export const SECRET_PREFIX = 'whsec_';

export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Signs by Standard Webhooks 1.0.0. Two secrets give two signatures, separated by a space, for rotation without interruption.
 * @param secrets `whsec_…`, the current one first
 * @param id of the event, equal in every attempt, by which receivers detect repeats
 * @param at time of the attempt: receivers refuse old requests, which may be replayed
 */
export function signatureHeaders(secrets: readonly string[], id: string, at: Date, body: string): SignatureHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
