import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../common/crypto/secrets.js';
import type { AuditChain } from './audit-chain.entity.js';

/**
 * What only a holder of SECRET_KEY can make: HMAC-SHA-256 over name, last sequence and last hash of a chain, one to a line.
 * The hashes alone would let anyone who writes to the database cut the end off, or write the whole chain anew.
 */
export function sealOf({ chain, last_sequence, last_hash }: Omit<AuditChain, 'seal'>, secrets: Secrets): Buffer {
  return createHmac('sha256', secrets.deriveKey('audit chain'))
    .update(`${chain}\n${last_sequence}\n${last_hash.toString('hex')}`)
    .digest();
}

/** Whether the head was written by a holder of that SECRET_KEY. */
export function isSealedBy(head: AuditChain, secrets: Secrets): boolean {
  const seal = sealOf(head, secrets);
  return head.seal.length === seal.length && timingSafeEqual(head.seal, seal);
}
