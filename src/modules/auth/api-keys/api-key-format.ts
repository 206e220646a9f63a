import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Tells scanners of source code whose key they found. */
const SCHEME = 'amk_';
const RANDOM_BYTES = 32;
const CHECKSUM_CHARS = 6;
const PREFIX_CHARS = 12;
const SHAPE = /^amk_[A-Za-z0-9_-]{49}$/;

/** A new key: `amk_`, 256 random bits in 43 characters of base64url, and 6 characters of checksum. */
export function makeApiKey(): string {
  const body = SCHEME + randomBytes(RANDOM_BYTES).toString('base64url');
  return body + checksumOf(body);
}

/**
 * Whether the text can be a key at all. Typing errors, cut-off copies and placeholders are told from keys without asking
 * the database; the checksum is no secret and proves nothing.
 */
export function isWellFormedApiKey(text: string): boolean {
  return SHAPE.test(text) && text.slice(-CHECKSUM_CHARS) === checksumOf(text.slice(0, -CHECKSUM_CHARS));
}

/** The first characters of a key, which may be shown: enough to recognise it by, far too few to guess it. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, PREFIX_CHARS);
}

/** What is stored of a key: SHA-256, since a slow hash would add nothing to 256 random bits. */
export function hashOfApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** CRC-32 of the text, its four bytes in base64url. */
function checksumOf(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64url');
}
