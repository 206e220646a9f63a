import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../common/crypto/secrets.js';
import type { AuditChain } from './audit-chain.entity.js';

/** A sealed value: a chain's head, or the anchor where it starts after the deletion of old events. */
const HEAD = 'audit chain';
export const ANCHOR = 'audit anchor';
type Sealed = typeof HEAD | typeof ANCHOR;

/** HMAC-SHA-256 over name, last sequence and last hash, one per line. Hashes alone would not prevent rewriting in the database. */
export function sealOf(end: Omit<AuditChain, 'seal'>, secrets: Secrets, sealed: Sealed = HEAD): Buffer {
  return sealUnder(secrets.deriveKey(sealed), end);
}

/** Accepts the current and the previous SECRET_KEY. */
export function isSealedBy(end: AuditChain, secrets: Secrets, sealed: Sealed = HEAD): boolean {
  return secrets.deriveKeys(sealed).some((key) => isSame(end.seal, sealUnder(key, end)));
}

export function isSealedByPresent(end: AuditChain, secrets: Secrets, sealed: Sealed = HEAD): boolean {
  return isSame(end.seal, sealOf(end, secrets, sealed));
}

function sealUnder(key: Buffer, { chain, last_sequence, last_hash }: Omit<AuditChain, 'seal'>): Buffer {
  return createHmac('sha256', key)
    .update(`${chain}\n${last_sequence}\n${last_hash.toString('hex')}`)
    .digest();
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
