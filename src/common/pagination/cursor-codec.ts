import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors/app-error.js';

/** Bytes of the HMAC kept in a cursor: 96 bits, out of reach of guessing within the life of a list. */
const TAG_BYTES = 12;

/**
 * Opaque list cursors: the id after which the next page starts, signed together with the list it belongs to
 * (organization, user, route and filters), so that a forged cursor or one from another list is refused.
 */
export class CursorCodec {
  /** @param keys the first signs; any of them is accepted, so that lists go on while the master key is being changed */
  constructor(private readonly keys: readonly [Buffer, ...Buffer[]]) {}

  encode(afterId: string, scope: string): string {
    const payload = Buffer.from(afterId, 'utf8');
    return Buffer.concat([tagOf(this.keys[0], payload, scope), payload]).toString('base64url');
  }

  /** @throws AppError INVALID_REQUEST (field `cursor`) unless this service made the cursor for this very list */
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
