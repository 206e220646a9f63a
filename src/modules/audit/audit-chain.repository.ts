import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { AuditChain } from './audit-chain.entity.js';
import { AuditEvent } from './audit-event.entity.js';

export const INSTALLATION = 'installation';

export const chainOf = ({ organization_id }: { organization_id: string | null }): string =>
  organization_id ?? INSTALLATION;

/** The driver returns bigint as text; sequences stay below 2^53. */
export const HEAD_COLUMNS = `c.chain, c.last_sequence::float8 AS last_sequence, c.last_hash, c.seal,
  c.tree_start::float8 AS tree_start, c.tree_size::float8 AS tree_size, c.tree_root, c.tree_seal, c.sealed_at`;

/** What is recorded of an event besides its organization and its place. */
export const RECORDED_COLUMNS = `e.id, e.action, e.result, e.reason, e.actor_type, e.actor_id, e.session_id, e.api_key_id,
  e.target_type, e.target_id, e.ip, e.user_agent, e.request_id, e.details, e.occurred_at`;

export const EVENT_COLUMNS = `${RECORDED_COLUMNS}, e.organization_id, e.sequence::float8 AS sequence, e.previous_hash, e.hash`;

@Injectable()
export class AuditChainRepository {
  constructor(private readonly db: Database) {}

  /** Locks the chain's head until the end of the transaction; null without a head. */
  async lockHead(chain: string): Promise<AuditChain | null> {
    const sql = `SELECT ${HEAD_COLUMNS} FROM audit_chains c WHERE c.chain = $1 FOR UPDATE`;
    const [head] = await this.db.query<AuditChain>(sql, [chain]);
    return head ?? null;
  }

  async names(): Promise<string[]> {
    const rows = await this.db.query<{ chain: string }>(
      `SELECT chain FROM audit_chains UNION SELECT DISTINCT chain FROM audit_unsealed_events
       UNION SELECT DISTINCT coalesce(organization_id, '${INSTALLATION}') FROM audit_events ORDER BY chain`,
    );
    return rows.map(({ chain }) => chain);
  }

  async end(chain: string): Promise<{ head: AuditChain | null; newest: number | null }> {
    const [row] = await this.db.query<AuditChain & { newest: number | null }>(
      `SELECT ${HEAD_COLUMNS}, (SELECT max(e.sequence)::float8 FROM audit_events e WHERE ${ofChain(chain)}) AS newest
       FROM (SELECT 1) one LEFT JOIN audit_chains c ON c.chain = $1`,
      [chain],
    );
    if (!row) throw new Error('a query of one row returned none');
    const { newest, ...head } = row;
    return { head: (head.chain as string | null) === null ? null : head, newest };
  }

  async eventsAfter(chain: string, sequence: number, count: number): Promise<AuditEvent[]> {
    return this.db.query<AuditEvent>(
      `SELECT ${EVENT_COLUMNS} FROM audit_events e WHERE ${ofChain(chain)} AND e.sequence > $2 ORDER BY e.sequence LIMIT $3`,
      [chain, sequence, count],
    );
  }

  /** The hashes of events after a number, in order. */
  async hashesAfter(chain: string, sequence: number, count: number): Promise<{ sequence: number; hash: Buffer }[]> {
    return this.db.query(
      `SELECT e.sequence::float8 AS sequence, e.hash FROM audit_events e
       WHERE ${ofChain(chain)} AND e.sequence > $2 ORDER BY e.sequence LIMIT $3`,
      [chain, sequence, count],
    );
  }

  async hasHash(chain: string, hash: Buffer): Promise<boolean> {
    const sql = `SELECT 1 FROM audit_events e WHERE ${ofChain(chain)} AND e.hash = $2 LIMIT 1`;
    return (await this.db.query(sql, [chain, hash])).length > 0;
  }

  /** Deletes a batch of a deleted organization's trail, in the end its head. False when nothing is left. Call in a transaction. */
  async deleteSome(organizationId: string): Promise<boolean> {
    // The head's lock waits for the sealer and for appends in progress, and blocks new ones.
    const head = await this.lockHead(organizationId);
    for (const [table, column] of PARTS) if (await this.deleteRows(table, column, organizationId)) return true;
    await this.db.query(`DELETE FROM audit_anchors WHERE chain = $1`, [organizationId]);
    if (head !== null) await this.db.query(`DELETE FROM audit_chains WHERE chain = $1`, [organizationId]);
    return false;
  }

  /** Replaces heads with the next statement of the transaction. */
  async updateHeads(heads: readonly AuditChain[]): Promise<void> {
    await this.db.defer(
      `UPDATE audit_chains c SET last_sequence = h.last_sequence, last_hash = h.last_hash, seal = h.seal,
         tree_start = h.tree_start, tree_size = h.tree_size, tree_root = h.tree_root, tree_seal = h.tree_seal,
         sealed_at = h.sealed_at
       FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bigint[], $6::bigint[], $7::bytea[], $8::bytea[],
         $9::timestamptz[]) AS h (chain, last_sequence, last_hash, seal, tree_start, tree_size, tree_root, tree_seal, sealed_at)
       WHERE c.chain = h.chain`,
      [
        heads.map(({ chain }) => chain),
        heads.map(({ last_sequence }) => last_sequence),
        heads.map(({ last_hash }) => last_hash),
        heads.map(({ seal }) => seal),
        heads.map(({ tree_start }) => tree_start),
        heads.map(({ tree_size }) => tree_size),
        heads.map(({ tree_root }) => tree_root),
        heads.map(({ tree_seal }) => tree_seal),
        heads.map(({ sealed_at }) => sealed_at),
      ],
    );
  }

  private async deleteRows(table: string, column: string, organizationId: string): Promise<boolean> {
    const rows = await this.db.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${column} = $1 LIMIT 1000)) RETURNING 1`,
      [organizationId],
    );
    return rows.length > 0;
  }
}

/** Tables of a trail besides its ends, with the column that names its organization. */
const PARTS = [
  ['audit_unsealed_events', 'chain'],
  ['audit_events', 'organization_id'],
  ['audit_tiles', 'chain'],
] as const;

/** Condition on `audit_events e` with the chain as `$1`; `IS NOT DISTINCT FROM` would use no index. */
export function ofChain(chain: string): string {
  return chain === INSTALLATION ? `e.organization_id IS NULL AND $1::text <> ''` : `e.organization_id = $1`;
}
