import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { AuditChain } from './audit-chain.entity.js';
import { AuditEvent } from './audit-event.entity.js';
import { GENESIS_HASH } from './audit-hash.js';

export const INSTALLATION = 'installation';

export const chainOf = ({ organization_id }: { organization_id: string | null }): string =>
  organization_id ?? INSTALLATION;

/** The driver returns bigint as text; sequences stay below 2^53. */
const HEAD_COLUMNS = `c.chain, c.last_sequence::float8 AS last_sequence, c.last_hash, c.seal`;

export const EVENT_COLUMNS = `
  e.id, e.organization_id, e.sequence::float8 AS sequence, e.action, e.result, e.reason, e.actor_type, e.actor_id,
  e.session_id, e.api_key_id, e.target_type, e.target_id, e.ip, e.user_agent, e.request_id, e.details, e.occurred_at,
  e.previous_hash, e.hash`;

@Injectable()
export class AuditChainRepository {
  constructor(private readonly db: Database) {}

  get transaction(): object {
    return this.db.repository(AuditEvent).manager;
  }

  /** Locks the chain's head until the end of the transaction; null without a head. */
  async lockHead(chain: string): Promise<AuditChain | null> {
    const sql = `SELECT ${HEAD_COLUMNS} FROM audit_chains c WHERE c.chain = $1 FOR UPDATE`;
    const [head] = await this.db.query<AuditChain>(sql, [chain]);
    return head ?? null;
  }

  /** Creates a missing head. If events exist without a head, the seal of an empty chain does not match, so the deletion is detected. */
  async createHead(chain: string, sealOfEmpty: Buffer): Promise<void> {
    await this.db.query(
      `INSERT INTO audit_chains (chain, last_sequence, last_hash, seal)
       SELECT $1::text, coalesce(e.sequence, 0), coalesce(e.hash, $2::bytea), $3::bytea
       FROM (SELECT 1) one LEFT JOIN LATERAL (
         SELECT sequence, hash FROM audit_events e WHERE ${ofChain(chain)} ORDER BY sequence DESC LIMIT 1) e ON true
       ON CONFLICT (chain) DO NOTHING`,
      [chain, GENESIS_HASH, sealOfEmpty],
    );
  }

  async names(): Promise<string[]> {
    const rows = await this.db.query<{ chain: string }>(
      `SELECT chain FROM audit_chains
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

  async hasHash(chain: string, hash: Buffer): Promise<boolean> {
    const sql = `SELECT 1 FROM audit_events e WHERE ${ofChain(chain)} AND e.hash = $2 LIMIT 1`;
    return (await this.db.query(sql, [chain, hash])).length > 0;
  }

  /** Writes events and the resulting heads in one statement. */
  async append(events: readonly AuditEvent[], heads: readonly AuditChain[]): Promise<void> {
    const rows = events.map((event) => ({
      ...event,
      previous_hash: asBytea(event.previous_hash),
      hash: asBytea(event.hash),
    }));
    await this.db.query(
      `WITH moved AS (${UPDATE_HEADS})
       INSERT INTO audit_events (id, organization_id, sequence, action, result, reason, actor_type, actor_id, session_id,
         api_key_id, target_type, target_id, ip, user_agent, request_id, details, occurred_at, previous_hash, hash)
       SELECT id, organization_id, sequence, action, result, reason, actor_type, actor_id, session_id, api_key_id,
         target_type, target_id, ip, user_agent, request_id, details, occurred_at, previous_hash, hash
       FROM jsonb_to_recordset($5) AS e (id text, organization_id text, sequence bigint, action text, result text,
         reason text, actor_type text, actor_id text, session_id text, api_key_id text, target_type text, target_id text,
         ip text, user_agent text, request_id text, details jsonb, occurred_at timestamptz, previous_hash bytea, hash bytea)`,
      [...headParameters(heads), JSON.stringify(rows)],
    );
  }

  /** Deletes a batch of a deleted organization's events; finally head and anchor. False when nothing is left. Call in a transaction. */
  async deleteSome(organizationId: string): Promise<boolean> {
    if (await this.deleteEvents(organizationId)) return true;
    // The head's lock waits for appends in progress and blocks new ones.
    const head = await this.lockHead(organizationId);
    if (head !== null && (await this.deleteEvents(organizationId))) return true;
    await this.db.query(`DELETE FROM audit_anchors WHERE chain = $1`, [organizationId]);
    if (head !== null) await this.db.query(`DELETE FROM audit_chains WHERE chain = $1`, [organizationId]);
    return false;
  }

  async updateHead(head: AuditChain): Promise<void> {
    await this.db.query(UPDATE_HEADS, headParameters([head]));
  }

  private async deleteEvents(organizationId: string): Promise<boolean> {
    const rows = await this.db.query(
      `DELETE FROM audit_events WHERE id IN (SELECT id FROM audit_events WHERE organization_id = $1 LIMIT 1000) RETURNING 1`,
      [organizationId],
    );
    return rows.length > 0;
  }
}

const UPDATE_HEADS = `
  UPDATE audit_chains c SET last_sequence = h.last_sequence, last_hash = h.last_hash, seal = h.seal
  FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[]) AS h (chain, last_sequence, last_hash, seal)
  WHERE c.chain = h.chain`;

const headParameters = (heads: readonly AuditChain[]): unknown[] => [
  heads.map(({ chain }) => chain),
  heads.map(({ last_sequence }) => last_sequence),
  heads.map(({ last_hash }) => last_hash),
  heads.map(({ seal }) => seal),
];

/** Condition on `audit_events e` with the chain as `$1`; `IS NOT DISTINCT FROM` would use no index. */
export function ofChain(chain: string): string {
  return chain === INSTALLATION ? `e.organization_id IS NULL AND $1::text <> ''` : `e.organization_id = $1`;
}

const asBytea = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;
