import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { EVENT_COLUMNS, INSTALLATION, ofChain } from '../audit-chain.repository.js';
import type { AuditEvent } from '../audit-event.entity.js';
import type { AuditAnchor } from './audit-anchor.entity.js';

const COLUMNS = `chain, last_sequence::float8 AS last_sequence, last_hash, seal`;

export interface OverdueChain {
  chain: string;
  days: number;
}

@Injectable()
export class AuditAnchorRepository {
  constructor(private readonly db: Database) {}

  async find(chain: string): Promise<AuditAnchor | null> {
    const [anchor] = await this.db.query<AuditAnchor>(`SELECT ${COLUMNS} FROM audit_anchors WHERE chain = $1`, [chain]);
    return anchor ?? null;
  }

  /** {@link find} with a lock until the end of the transaction. */
  async lock(chain: string): Promise<AuditAnchor | null> {
    const sql = `SELECT ${COLUMNS} FROM audit_anchors WHERE chain = $1 FOR UPDATE`;
    const [anchor] = await this.db.query<AuditAnchor>(sql, [chain]);
    return anchor ?? null;
  }

  async names(): Promise<string[]> {
    const rows = await this.db.query<{ chain: string }>(`SELECT chain FROM audit_anchors ORDER BY chain`);
    return rows.map(({ chain }) => chain);
  }

  /** @param days retention of chains without an existing organization */
  listOverdue(days: number): Promise<OverdueChain[]> {
    return this.db.query<OverdueChain>(
      `SELECT c.chain, c.days FROM (
         SELECT c.chain, coalesce(o.audit_retention_days, $1) AS days
         FROM audit_chains c LEFT JOIN organizations o ON o.id = c.chain) c
       WHERE EXISTS (SELECT FROM audit_events e
         WHERE e.organization_id = c.chain AND e.occurred_at < now() - make_interval(days => c.days))
       UNION ALL SELECT $2::text, $1 WHERE EXISTS (SELECT FROM audit_events e
         WHERE e.organization_id IS NULL AND e.occurred_at < now() - make_interval(days => $1))
       ORDER BY chain`,
      [days, INSTALLATION],
    );
  }

  /** At most `count` expired events after `sequence`, in order, ending at the first that has not expired or is not in the tree yet. */
  async listOld({ chain, days }: OverdueChain, sequence: number, count: number): Promise<AuditEvent[]> {
    const rows = await this.db.query<AuditEvent & { is_old: boolean }>(
      `SELECT ${EVENT_COLUMNS}, e.occurred_at < now() - make_interval(days => $4) AS is_old
       FROM audit_events e WHERE ${ofChain(chain)} AND e.sequence > $2
         AND e.sequence <= (SELECT tree_start + tree_size FROM audit_chains WHERE chain = $1)
       ORDER BY e.sequence LIMIT $3`,
      [chain, sequence, count, days],
    );
    const kept = rows.findIndex(({ is_old }) => !is_old);
    return kept === -1 ? rows : rows.slice(0, kept);
  }

  async save({ chain, last_sequence, last_hash, seal }: AuditAnchor): Promise<void> {
    await this.db.query(
      `INSERT INTO audit_anchors (chain, last_sequence, last_hash, seal) VALUES ($1, $2, $3, $4)
       ON CONFLICT (chain) DO UPDATE
       SET last_sequence = excluded.last_sequence, last_hash = excluded.last_hash, seal = excluded.seal`,
      [chain, last_sequence, last_hash, seal],
    );
  }

  /** Deletes events up to the anchor, the only ones that the database permits. */
  async removeUpTo({ chain, last_sequence }: AuditAnchor): Promise<void> {
    const sql = `DELETE FROM audit_events e WHERE ${ofChain(chain)} AND e.sequence <= $2`;
    await this.db.query(sql, [chain, last_sequence]);
  }
}
