import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../common/crypto/secrets.js';
import type { AuditChain } from './audit-chain.entity.js';

const PURPOSE = 'audit chain';

/**
 * What only a holder of SECRET_KEY can make: HMAC-SHA-256 over name, last sequence and last hash of a chain, one to a line.
 * The hashes alone would let anyone who writes to the database cut the end off, or write the whole chain anew.
 */
export function sealOf(head: Omit<AuditChain, 'seal'>, secrets: Secrets): Buffer {
  return sealUnder(secrets.deriveKey(PURPOSE), head);
}

/** Whether the head was written by a holder of SECRET_KEY, as it is or was before a rotation that is not yet through. */
export function isSealedBy(head: AuditChain, secrets: Secrets): boolean {
  return secrets.deriveKeys(PURPOSE).some((key) => isSame(head.seal, sealUnder(key, head)));
}

export function isSealedByPresent(head: AuditChain, secrets: Secrets): boolean {
  return isSame(head.seal, sealOf(head, secrets));
}

function sealUnder(key: Buffer, { chain, last_sequence, last_hash }: Omit<AuditChain, 'seal'>): Buffer {
  return createHmac('sha256', key)
    .update(`${chain}\n${last_sequence}\n${last_hash.toString('hex')}`)
    .digest();
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
