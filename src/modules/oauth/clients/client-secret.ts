import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Identifies the issuer to secret scanners. */
const SCHEME = 'amcs_';
const RANDOM_BYTES = 32;

/** `amcs_` and 256 random bits in 43 characters of base64url. */
export function makeClientSecret(): string {
  return SCHEME + randomBytes(RANDOM_BYTES).toString('base64url');
}

/** SHA-256 in base64url. The secret has 256 random bits, so a slow hash adds nothing. */
export function hashOfClientSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Takes the same time for each hash. */
export function isClientSecret(secret: string, hashes: readonly string[]): boolean {
  const given = Buffer.from(hashOfClientSecret(secret));
  return (
    hashes
      .map((hash) => Buffer.from(hash))
      .filter((hash) => hash.length === given.length && timingSafeEqual(hash, given)).length > 0
  );
}
