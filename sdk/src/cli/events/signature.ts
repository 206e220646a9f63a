import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export function makeSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Headers of Standard Webhooks, as the service sends them. @param seconds Unix time of sending */
export function signatureHeaders(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
