import { ApiProperty } from '@nestjs/swagger';
import { leafHash } from '../tree/merkle-tree.js';
import type { InclusionProof } from '../tree/inclusion-proof.service.js';

/** The sealed root of an organization's Merkle tree. */
export class AuditTreeHeadResponse {
  /** `sequence` of the first event in the tree. */
  @ApiProperty({ type: 'integer' })
  first_sequence: number;
  /** Events in the tree. */
  @ApiProperty({ type: 'integer' })
  tree_size: number;
  /** Root of the tree (RFC 9162, section 2.1.1) in hexadecimal. */
  root: string;
  @ApiProperty({ format: 'date-time' })
  sealed_at: string;
  /**
   * HMAC-SHA-256 under a key derived from the service's master key, over organization id, `first_sequence` − 1, `tree_size`, `root` and
   * `sealed_at`, one per line. Only the service can verify it.
   */
  seal: string;
}

/** An inclusion proof of RFC 9162, section 2.1.3. Hashes are in hexadecimal. */
export class AuditProofResponse {
  event_id: string;
  /** `hash` of the event, the 32 bytes that `leaf_hash` covers. */
  event_hash: string;
  /** SHA-256 over a zero byte and the bytes of `event_hash`. */
  leaf_hash: string;
  /** 0 for the first event in the tree. */
  @ApiProperty({ type: 'integer' })
  leaf_index: number;
  /** Hashes of the sibling nodes, from the leaf to the root. */
  inclusion_path: string[];
  head: AuditTreeHeadResponse;

  static from({ id, hash, index, path, head, seal }: InclusionProof): AuditProofResponse {
    return {
      event_id: id,
      event_hash: hash.toString('hex'),
      leaf_hash: leafHash(hash).toString('hex'),
      leaf_index: index,
      inclusion_path: path.map((node) => node.toString('hex')),
      head: {
        first_sequence: head.tree_start + 1,
        tree_size: head.tree_size,
        root: head.tree_root.toString('hex'),
        sealed_at: head.sealed_at.toISOString(),
        seal: seal.toString('hex'),
      },
    };
  }
}
