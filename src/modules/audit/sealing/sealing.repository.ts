import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { AuditChain } from '../audit-chain.entity.js';
import { HEAD_COLUMNS } from '../audit-chain.repository.js';
import { GENESIS_HASH } from '../audit-hash.js';
import type { UnsealedEvent } from './unsealed-event.repository.js';

/** A head that the transaction has locked. */
export interface LockedHead extends AuditChain {
  /** Number of the last event deleted after its retention; 0 without one. */
  removed: number;
}

/** An unsealed event with its place in the chain. */
export interface SealedEvent {
  event: Pick<UnsealedEvent, 'chain' | 'arrival'>;
  sequence: number;
  previous_hash: Buffer;
  hash: Buffer;
}

@Injectable()
export class SealingRepository {
  constructor(private readonly db: Database) {}

  /** Chains whose last events are not in their tree: those of the release before, and what its nodes append. */
  async listIncomplete(): Promise<string[]> {
    const rows = await this.db.query<{ chain: string }>(
      `SELECT chain FROM audit_chains WHERE tree_size IS NULL OR last_sequence > tree_start + tree_size`,
    );
    return rows.map(({ chain }) => chain);
  }

  /** Creates missing heads with the next statement. If events exist without one, the seal does not match, so the deletion is detected. */
  async createHeads(heads: readonly { chain: string; seal: Buffer }[]): Promise<void> {
    await this.db.defer(
      `INSERT INTO audit_chains (chain, last_sequence, last_hash, seal)
       SELECT n.chain, coalesce(o.sequence, i.sequence, 0), coalesce(o.hash, i.hash, $3::bytea), n.seal
       FROM unnest($1::text[], $2::bytea[]) n (chain, seal)
       LEFT JOIN LATERAL (
         SELECT sequence, hash FROM audit_events e WHERE e.organization_id = n.chain ORDER BY sequence DESC LIMIT 1) o ON true
       LEFT JOIN LATERAL (
         SELECT sequence, hash FROM audit_events e WHERE e.organization_id IS NULL AND n.chain = 'installation'
         ORDER BY sequence DESC LIMIT 1) i ON true
       WHERE NOT EXISTS (SELECT FROM audit_chains c WHERE c.chain = n.chain) AND NOT is_organization_closed(n.chain)
       ORDER BY n.chain COLLATE "C"
       ON CONFLICT (chain) DO NOTHING`,
      [heads.map(({ chain }) => chain), heads.map(({ seal }) => seal), GENESIS_HASH],
    );
  }

  /** Locks heads until the end of the transaction, in the order in which every transaction locks several. */
  lockHeads(chains: readonly string[]): Promise<LockedHead[]> {
    return this.db.query<LockedHead>(
      `SELECT ${HEAD_COLUMNS},
         coalesce((SELECT a.last_sequence FROM audit_anchors a WHERE a.chain = c.chain), 0)::float8 AS removed
       FROM audit_chains c WHERE c.chain = ANY ($1) ORDER BY c.chain COLLATE "C" FOR UPDATE OF c`,
      [chains],
    );
  }

  /** Chains of organizations that are being deleted. */
  async listClosed(chains: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ chain: string }>(
      `SELECT chain FROM unnest($1::text[]) c (chain) WHERE is_organization_closed(chain)`,
      [chains],
    );
    return rows.map(({ chain }) => chain);
  }

  /** Copies unsealed events into their chains. @throws Error when one of them no longer exists */
  async insert(sealed: readonly SealedEvent[]): Promise<void> {
    if (sealed.length === 0) return;
    const [inserted] = await this.db.query<{ count: number }>(
      `WITH inserted AS (
         INSERT INTO audit_events (id, organization_id, sequence, action, result, reason, actor_type, actor_id, session_id,
           api_key_id, target_type, target_id, ip, user_agent, request_id, details, occurred_at, previous_hash, hash)
         SELECT u.id, nullif(u.chain, 'installation'), s.sequence, u.action, u.result, u.reason, u.actor_type, u.actor_id,
           u.session_id, u.api_key_id, u.target_type, u.target_id, u.ip, u.user_agent, u.request_id, u.details,
           u.occurred_at, s.previous_hash, s.hash
         FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[])
           s (chain, arrival, sequence, previous_hash, hash)
         JOIN audit_unsealed_events u ON u.chain = s.chain AND u.arrival = s.arrival
         RETURNING 1)
       SELECT count(*)::int AS count FROM inserted`,
      [
        sealed.map(({ event }) => event.chain),
        sealed.map(({ event }) => event.arrival),
        sealed.map(({ sequence }) => sequence),
        sealed.map(({ previous_hash }) => previous_hash),
        sealed.map(({ hash }) => hash),
      ],
    );
    if (inserted?.count !== sealed.length) throw new Error('an unsealed audit event no longer exists');
  }
}
