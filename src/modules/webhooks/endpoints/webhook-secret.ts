import { randomBytes } from 'node:crypto';

/** Of Standard Webhooks, which asks for 24 to 64 bytes. */
const RANDOM_BYTES = 32;

/** A new signing secret: `whsec_` and 256 random bits in base64. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(RANDOM_BYTES).toString('base64')}`;
}
