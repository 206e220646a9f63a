import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import { EVENT_COLUMNS } from './audit-chain.repository.js';
import type { AuditEvent } from './audit-event.entity.js';
import type { ListAuditEventsQuery } from './dto/audit-event.request.js';

export type AuditEventRow = AuditEvent & { actor_name: string | null };

@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  /** Newest first by sequence, the order of commits across all nodes. */
  async list(
    organizationId: string,
    filter: ListAuditEventsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<AuditEventRow>> {
    const conditions = conditionsOf(organizationId, filter);
    const total = totalOf(conditions);
    const page = new SqlConditions(conditions);
    if (afterId !== null) page.add((p) => `e.sequence < (SELECT sequence FROM audit_events WHERE id = ${p(afterId)})`);
    const limit = page.parameter(rowCount);
    const rows = await this.db.query<AuditEventRow & { total_count: string }>(
      `SELECT ${EVENT_COLUMNS}, (${total}) AS total_count,
         CASE WHEN e.actor_id IS NOT NULL THEN coalesce(u.name, 'Removed user') END AS actor_name
       FROM audit_events e LEFT JOIN users u ON u.id = e.actor_id AND u.organization_id = e.organization_id
       WHERE ${page.sql} ORDER BY e.sequence DESC LIMIT ${limit}`,
      page.parameters,
    );
    return { rows, totalCount: Number(rows[0]?.total_count ?? (await this.count(total, conditions))) };
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

/** Counts events; the total of a chain follows from its ends, because it has no gaps. */
function totalOf({ parameters, sql }: SqlConditions): string {
  return parameters.length === 1
    ? `SELECT c.last_sequence - coalesce(a.last_sequence, 0)
       FROM audit_chains c LEFT JOIN audit_anchors a ON a.chain = c.chain WHERE c.chain = $1`
    : `SELECT count(*) FROM audit_events e WHERE ${sql}`;
}
