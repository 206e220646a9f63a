import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors/app-error.js';

/** Bytes of the HMAC kept in a cursor: 96 bits, out of reach of guessing within the life of a list. */
const TAG_BYTES = 12;

/**
 * Opaque list cursors: the id after which the next page starts, signed together with the list it belongs to
 * (organization, user, route and filters), so that a forged cursor or one from another list is refused.
 */
export class CursorCodec {
  constructor(private readonly key: Buffer) {}

  encode(afterId: string, scope: string): string {
    const payload = Buffer.from(afterId, 'utf8');
    return Buffer.concat([this.tag(payload, scope), payload]).toString('base64url');
  }

  /** @throws AppError INVALID_REQUEST (field `cursor`) unless this service made the cursor for this very list */
  decode(cursor: string, scope: string): string {
    const bytes = Buffer.from(cursor, 'base64url');
    const tag = bytes.subarray(0, TAG_BYTES);
    const payload = bytes.subarray(TAG_BYTES);
    if (tag.length < TAG_BYTES || payload.length === 0 || !timingSafeEqual(tag, this.tag(payload, scope))) {
      throw AppError.invalid([{ field: 'cursor', issue: 'is not a cursor of this list' }]);
    }
    return payload.toString('utf8');
  }

  private tag(payload: Buffer, scope: string): Buffer {
    const list = createHash('sha256').update(scope).digest();
    return createHmac('sha256', this.key).update(list).update(payload).digest().subarray(0, TAG_BYTES);
  }
}
