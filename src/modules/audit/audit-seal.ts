import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../common/crypto/secrets.js';
import type { AuditChain } from './audit-chain.entity.js';

/** What is sealed: the head of a chain, or the anchor from which it begins since its oldest events were removed. */
const HEAD = 'audit chain';
export const ANCHOR = 'audit anchor';
type Sealed = typeof HEAD | typeof ANCHOR;

/**
 * What only a holder of SECRET_KEY can make: HMAC-SHA-256 over name, last sequence and last hash of a chain, one to a line.
 * The hashes alone would let anyone who writes to the database cut an end off, or write the whole chain anew.
 */
export function sealOf(end: Omit<AuditChain, 'seal'>, secrets: Secrets, sealed: Sealed = HEAD): Buffer {
  return sealUnder(secrets.deriveKey(sealed), end);
}

/** Whether it was written by a holder of SECRET_KEY, as it is or was before a rotation that is not yet through. */
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
