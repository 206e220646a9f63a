import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Identifies the issuer to secret scanners. */
const SCHEME = 'amk_';
const SANDBOX_SCHEME = 'amk_test_';
const RANDOM_BYTES = 32;
const CHECKSUM_CHARS = 6;
const PREFIX_CHARS = 8;
/** The length tells a sandbox key from a live one whose random part begins with `test_`. */
const SHAPE = /^amk_(?:test_)?[A-Za-z0-9_-]{49}$/;
const SANDBOX_LENGTH = SANDBOX_SCHEME.length + 49;

/** `amk_` or, in a sandbox, `amk_test_`; 256 random bits in 43 characters of base64url, and a checksum of 6 characters. */
export function makeApiKey(inSandbox = false): string {
  const body = (inSandbox ? SANDBOX_SCHEME : SCHEME) + randomBytes(RANDOM_BYTES).toString('base64url');
  return body + checksumOf(body);
}

/** Checks format and checksum, so typing errors and truncated copies cost no database query. The checksum is not a secret. */
export function isWellFormedApiKey(text: string): boolean {
  return SHAPE.test(text) && text.slice(-CHECKSUM_CHARS) === checksumOf(text.slice(0, -CHECKSUM_CHARS));
}

/** Of a well-formed key. */
export function isSandboxKey(key: string): boolean {
  return key.length === SANDBOX_LENGTH && key.startsWith(SANDBOX_SCHEME);
}

/** The visible part of a key, enough to recognize it. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, (isSandboxKey(key) ? SANDBOX_SCHEME : SCHEME).length + PREFIX_CHARS);
}

/** SHA-256. The key has 256 random bits, so a slow hash adds nothing. */
export function hashOfApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** CRC-32 of the text, its four bytes in base64url. */
function checksumOf(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64url');
}
