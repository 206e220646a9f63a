import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Tells scanners of source code whose secret they found. */
const SCHEME = 'amcs_';
const RANDOM_BYTES = 32;

/** A new client secret: `amcs_` and 256 random bits in 43 characters of base64url. */
export function makeClientSecret(): string {
  return SCHEME + randomBytes(RANDOM_BYTES).toString('base64url');
}

/** What is stored of a secret: SHA-256 in base64url, since a slow hash would add nothing to 256 random bits. */
export function hashOfClientSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether the secret is one of those with these hashes. Takes the same time for each. */
export function isClientSecret(secret: string, hashes: readonly string[]): boolean {
  const given = Buffer.from(hashOfClientSecret(secret));
  return (
    hashes
      .map((hash) => Buffer.from(hash))
      .filter((hash) => hash.length === given.length && timingSafeEqual(hash, given)).length > 0
  );
}
