import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { chainOf, RECORDED_COLUMNS } from '../audit-chain.repository.js';
import type { RecordedEvent } from '../audit-hash.js';

/** An event in `audit_unsealed_events`, which PostgreSQL numbers as they arrive. */
export interface UnsealedEvent extends RecordedEvent {
  chain: string;
  arrival: number;
  mac: Buffer;
  /** Whether the chain has an event of this id: the row is a copy. */
  is_known: boolean;
  /** Whether it has waited for more than a minute. */
  is_late: boolean;
}

/** A chain, and the arrival after which its events are read. */
export interface Place {
  chain: string;
  after: number;
}

/** Events that are recorded, but have no place in their chain yet. */
@Injectable()
export class UnsealedEventRepository {
  /** Whether this process has recorded anything. */
  hasInserted = false;

  constructor(private readonly db: Database) {}

  /** Inside a transaction with its next statement: takes no lock and reads nothing. */
  async insert(event: RecordedEvent, mac: Buffer): Promise<void> {
    this.hasInserted = true;
    await this.db.defer(
      `INSERT INTO audit_unsealed_events (chain, id, action, result, reason, actor_type, actor_id, session_id, api_key_id,
         target_type, target_id, ip, user_agent, request_id, details, occurred_at, mac)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
      [
        ...[chainOf(event), event.id, event.action, event.result, event.reason],
        ...[event.actor_type, event.actor_id, event.session_id, event.api_key_id, event.target_type, event.target_id],
        ...[event.ip, event.user_agent, event.request_id, event.details, event.occurred_at, mac],
      ],
    );
  }

  async isEmpty(): Promise<boolean> {
    return (await this.db.query('SELECT 1 FROM audit_unsealed_events LIMIT 1')).length === 0;
  }

  /** Chains with unsealed events. Skips from chain to chain in the index. */
  async listChains(): Promise<string[]> {
    const rows = await this.db.query<{ chain: string }>(
      `WITH RECURSIVE c AS (
         (SELECT chain FROM audit_unsealed_events ORDER BY chain LIMIT 1)
         UNION ALL
         SELECT (SELECT u.chain FROM audit_unsealed_events u WHERE u.chain > c.chain ORDER BY u.chain LIMIT 1)
         FROM c WHERE c.chain IS NOT NULL)
       SELECT chain FROM c WHERE chain IS NOT NULL`,
    );
    return rows.map(({ chain }) => chain);
  }

  /** The next events of each chain in the order of arrival, at most `count` per chain. */
  async listAfter(places: readonly Place[], count: number): Promise<UnsealedEvent[]> {
    return this.db.query<UnsealedEvent>(
      `SELECT ${RECORDED_COLUMNS}, e.chain, nullif(e.chain, 'installation') AS organization_id,
         e.arrival::float8 AS arrival, e.mac, EXISTS (SELECT FROM audit_events s WHERE s.id = e.id) AS is_known,
         e.occurred_at < now() - interval '1 minute' AS is_late
       FROM unnest($1::text[], $2::bigint[]) c (chain, after)
       CROSS JOIN LATERAL (
         SELECT * FROM audit_unsealed_events u WHERE u.chain = c.chain AND u.arrival > c.after
         ORDER BY u.arrival LIMIT $3) e
       ORDER BY e.arrival`,
      [places.map(({ chain }) => chain), places.map(({ after }) => after), count],
    );
  }

  /** Removes events that are in their chain now, or whose organization is being deleted, with the next statement. */
  async remove(events: readonly Pick<UnsealedEvent, 'chain' | 'arrival'>[]): Promise<void> {
    if (events.length === 0) return;
    await this.db.defer(
      `DELETE FROM audit_unsealed_events u USING unnest($1::text[], $2::bigint[]) s (chain, arrival)
       WHERE u.chain = s.chain AND u.arrival = s.arrival`,
      [events.map(({ chain }) => chain), events.map(({ arrival }) => arrival)],
    );
  }
}
