import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../common/crypto/secrets.js';
import type { AuditChain } from './audit-chain.entity.js';
import { recordedJson, type RecordedEvent } from './audit-hash.js';

/** The end of a chain, or the anchor where it starts after the deletion of old events. */
export type ChainEnd = Pick<AuditChain, 'chain' | 'last_sequence' | 'last_hash'>;

/** The Merkle tree of a chain's events. */
export interface TreeHead {
  chain: string;
  tree_start: number;
  tree_size: number;
  tree_root: Buffer;
  sealed_at: Date;
}

/** HMAC-SHA-256 over fields that hashes alone would not protect from users who can write to the database. */
export class SealKind<T> {
  constructor(
    /** Of the derived key. */
    private readonly purpose: string,
    private readonly textOf: (value: T) => string,
  ) {}

  seal(value: T, secrets: Secrets): Buffer {
    return this.under(secrets.deriveKey(this.purpose), value);
  }

  /** Accepts the current and the previous SECRET_KEY. */
  isSealed(value: T, seal: Buffer | null, secrets: Secrets): boolean {
    return seal !== null && secrets.deriveKeys(this.purpose).some((key) => isSame(seal, this.under(key, value)));
  }

  isSealedByPresent(value: T, seal: Buffer | null, secrets: Secrets): boolean {
    return seal !== null && isSame(seal, this.seal(value, secrets));
  }

  private under(key: Buffer, value: T): Buffer {
    return createHmac('sha256', key).update(this.textOf(value)).digest();
  }
}

const lines = (...values: (string | number)[]): string => values.join('\n');
const textOfEnd = ({ chain, last_sequence, last_hash }: ChainEnd): string =>
  lines(chain, last_sequence, last_hash.toString('hex'));

export const HEAD = new SealKind<ChainEnd>('audit chain', textOfEnd);
export const ANCHOR = new SealKind<ChainEnd>('audit anchor', textOfEnd);
export const TREE = new SealKind<TreeHead>('audit tree', (head) =>
  lines(head.chain, head.tree_start, head.tree_size, head.tree_root.toString('hex'), head.sealed_at.toISOString()),
);
/** Of an unsealed event, made by the process that records it: the sealer accepts no others. */
export const RECORD = new SealKind<RecordedEvent>('audit event', recordedJson);

/** Null before the first batch. */
export function treeHeadOf({ chain, tree_start, tree_size, tree_root, sealed_at }: AuditChain): TreeHead | null {
  if (tree_start === null || tree_size === null || tree_root === null || sealed_at === null) return null;
  return { chain, tree_start, tree_size, tree_root, sealed_at };
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
