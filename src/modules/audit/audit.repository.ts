import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import { EVENT_COLUMNS, RECORDED_COLUMNS } from './audit-chain.repository.js';
import type { RecordedEvent } from './audit-hash.js';
import type { ListAuditEventsQuery } from './dto/audit-event.request.js';

/** An event of the list; `sequence` and hashes are null until it is sealed. */
export type AuditEventRow = RecordedEvent & {
  actor_name: string | null;
  sequence: number | null;
  previous_hash: Buffer | null;
  hash: Buffer | null;
};

/** Of bigint. */
const LAST_SEQUENCE = '9223372036854775807';
const ACTOR = 'LEFT JOIN users u ON u.id = e.actor_id AND u.organization_id = e.organization_id';
const ACTOR_NAME = `CASE WHEN e.actor_id IS NOT NULL THEN coalesce(u.name, 'Removed user') END AS actor_name`;
/** Both are named `e`. */
const SEALED = { columns: `${EVENT_COLUMNS}, NULL::bigint AS arrival`, rows: 'audit_events' };
const UNSEALED = {
  columns: `${RECORDED_COLUMNS}, e.organization_id, NULL::float8 AS sequence, NULL::bytea AS previous_hash, NULL::bytea AS hash, e.arrival`,
  rows: '(SELECT u.*, u.chain AS organization_id FROM audit_unsealed_events u)',
};

@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  /** Unsealed events, the last arrived first; then by descending sequence, the order of commits across all nodes. */
  async list(
    organizationId: string,
    filter: ListAuditEventsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<AuditEventRow>> {
    const conditions = conditionsOf(organizationId, filter);
    const total = totalOf(conditions);
    const page = new SqlConditions(conditions);
    const cursor = afterId === null ? null : page.parameter(afterId);
    const limit = page.parameter(rowCount);
    const [unsealed, sealed] =
      cursor === null
        ? ['', '']
        : [
            // No row for a sealed cursor, all sealed rows for an unsealed one.
            `AND e.arrival < (SELECT arrival FROM audit_unsealed_events WHERE chain = $1 AND id = ${cursor})`,
            `AND e.sequence < coalesce((SELECT sequence FROM audit_events WHERE id = ${cursor}), ${LAST_SEQUENCE})`,
          ];
    const rows = await this.db.query<AuditEventRow & { total_count: string }>(
      `SELECT e.*, (${total}) AS total_count, ${ACTOR_NAME} FROM (
         (SELECT ${UNSEALED.columns} FROM ${UNSEALED.rows} e WHERE ${page.sql} ${unsealed}
          ORDER BY e.arrival DESC LIMIT ${limit})
         UNION ALL
         (SELECT ${SEALED.columns} FROM ${SEALED.rows} e WHERE ${page.sql} ${sealed}
          ORDER BY e.sequence DESC LIMIT ${limit})) e ${ACTOR}
       ORDER BY e.sequence DESC NULLS FIRST, e.arrival DESC LIMIT ${limit}`,
      page.parameters,
    );
    return { rows, totalCount: Number(rows[0]?.total_count ?? (await this.count(total, conditions))) };
  }

  async find(organizationId: string, id: string): Promise<AuditEventRow | null> {
    const arms = [UNSEALED, SEALED].map(
      ({ columns, rows }) => `SELECT ${columns} FROM ${rows} e WHERE e.organization_id = $1 AND e.id = $2`,
    );
    const [event] = await this.db.query<AuditEventRow>(
      `SELECT e.*, ${ACTOR_NAME} FROM (${arms.join(' UNION ALL ')}) e ${ACTOR} ORDER BY e.sequence LIMIT 1`,
      [organizationId, id],
    );
    return event ?? null;
  }

  /** Number of the last event deleted after its retention; 0 without one. */
  async lastRemoved(organizationId: string): Promise<number> {
    const sql = `SELECT last_sequence::float8 AS sequence FROM audit_anchors WHERE chain = $1`;
    const [row] = await this.db.query<{ sequence: number }>(sql, [organizationId]);
    return row?.sequence ?? 0;
  }

  private async count(sql: string, { parameters }: SqlConditions): Promise<number> {
    const [row] = await this.db.query<{ total_count: string }>(`SELECT (${sql}) AS total_count`, parameters);
    return Number(row?.total_count ?? 0);
  }
}

function conditionsOf(organizationId: string, filter: ListAuditEventsQuery): SqlConditions {
  const { action, actor_id, target_id, target_type, result, since, until } = filter;
  const conditions = new SqlConditions().add((p) => `e.organization_id = ${p(organizationId)}`);
  if (action?.endsWith('.*')) {
    // All actions with the group's prefix: `/` is the character after the dot.
    const group = action.slice(0, -2);
    conditions.add((p) => `e.action COLLATE "C" > ${p(`${group}.`)} AND e.action COLLATE "C" < ${p(`${group}/`)}`);
  } else if (action !== undefined) {
    conditions.add((p) => `e.action COLLATE "C" = ${p(action)}`);
  }
  if (actor_id !== undefined) conditions.add((p) => `e.actor_id = ${p(actor_id)}`);
  if (target_id !== undefined) conditions.add((p) => `e.target_id = ${p(target_id)}`);
  if (target_type !== undefined) conditions.add((p) => `e.target_type = ${p(target_type)}`);
  if (result !== undefined) conditions.add((p) => `e.result = ${p(result)}`);
  if (since !== undefined) conditions.add((p) => `e.occurred_at >= ${p(since)}`);
  if (until !== undefined) conditions.add((p) => `e.occurred_at < ${p(until)}`);
  return conditions;
}

/** Counts events; the number of sealed ones follows from the ends of the chain, because it has no gaps. */
function totalOf({ parameters, sql }: SqlConditions): string {
  const unsealed = `(SELECT count(*) FROM ${UNSEALED.rows} e WHERE ${sql})`;
  const sealed =
    parameters.length === 1
      ? `coalesce((SELECT c.last_sequence - coalesce(a.last_sequence, 0)
           FROM audit_chains c LEFT JOIN audit_anchors a ON a.chain = c.chain WHERE c.chain = $1), 0)`
      : `(SELECT count(*) FROM ${SEALED.rows} e WHERE ${sql})`;
  return `SELECT ${unsealed} + ${sealed}`;
}
