import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors/app-error.js';

/** Bytes of the HMAC in a cursor: 96 bits. */
const TAG_BYTES = 12;

/** The id after which the next page starts, signed for organization, user, route and filters: forged and foreign cursors are refused. */
export class CursorCodec {
  /** @param keys the first signs, all verify, so that lists survive a change of the master key */
  constructor(private readonly keys: readonly [Buffer, ...Buffer[]]) {}

  encode(afterId: string, scope: string): string {
    const payload = Buffer.from(afterId, 'utf8');
    return Buffer.concat([tagOf(this.keys[0], payload, scope), payload]).toString('base64url');
  }

  /** @throws AppError INVALID_REQUEST (field `cursor`) unless this service created the cursor for this list */
  decode(cursor: string, scope: string): string {
    const bytes = Buffer.from(cursor, 'base64url');
    const tag = bytes.subarray(0, TAG_BYTES);
    const payload = bytes.subarray(TAG_BYTES);
    const isOurs = (key: Buffer): boolean => timingSafeEqual(tag, tagOf(key, payload, scope));
    if (tag.length < TAG_BYTES || payload.length === 0 || !this.keys.some(isOurs)) {
      throw AppError.invalid([{ field: 'cursor', issue: 'is not a cursor of this list' }]);
    }
    return payload.toString('utf8');
  }
}

function tagOf(key: Buffer, payload: Buffer, scope: string): Buffer {
  const list = createHash('sha256').update(scope).digest();
  return createHmac('sha256', key).update(list).update(payload).digest().subarray(0, TAG_BYTES);
}
