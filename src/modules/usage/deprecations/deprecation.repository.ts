import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { DEPRECATIONS } from '../../../common/deprecation/deprecations.js';
import type { DeprecatedCall } from '../../../integrations/metering/deprecated-call.entity.js';

/** `id` is unique in the organization and the order of the list. */
export type DeprecatedCallRow = Omit<DeprecatedCall, 'calls'> & { id: string; calls: number };

/** Of this release: nodes of others may record more. */
const KNOWN = Object.keys(DEPRECATIONS);
const ID = `deprecation || ' ' || caller_type || ' ' || caller_id`;
/** Days without a call after which a caller is no longer one. */
const CURRENT = `last_called_at > now() - interval '30 days'`;

@Injectable()
export class DeprecationRepository {
  constructor(private readonly db: Database) {}

  async list(organizationId: string, afterId: string | null, rowCount: number): Promise<KeysetRows<DeprecatedCallRow>> {
    return this.db.list<DeprecatedCallRow>(
      {
        sql: `SELECT *, calls::float8 AS calls, ${ID} AS id FROM deprecated_calls
              WHERE organization_id = $1 AND deprecation = ANY ($2::text[]) AND ($3::text IS NULL OR ${ID} > $3)
              ORDER BY ${ID} LIMIT $4`,
        parameters: [organizationId, KNOWN, afterId, rowCount],
      },
      {
        sql: `FROM deprecated_calls WHERE organization_id = $1 AND deprecation = ANY ($2::text[])`,
        parameters: [organizationId, KNOWN],
      },
    );
  }

  /** Organizations that call it and have had no mail so few days before its end, which are marked as having had it. */
  async notice(deprecation: string, days: number): Promise<string[]> {
    const rows = await this.db.query<{ organization_id: string }>(
      `WITH due AS (
         SELECT organization_id FROM deprecated_calls WHERE deprecation = $1
         GROUP BY organization_id
         HAVING bool_or(${CURRENT}) AND coalesce(min(noticed_days) > $2, true)),
       noticed AS (
         UPDATE deprecated_calls c SET noticed_days = $2 FROM due
         WHERE c.deprecation = $1 AND c.organization_id = due.organization_id
           AND (c.noticed_days IS NULL OR c.noticed_days > $2)
         RETURNING c.organization_id)
       SELECT DISTINCT organization_id FROM noticed ORDER BY 1`,
      [deprecation, days],
    );
    return rows.map(({ organization_id }) => organization_id);
  }

  /** How many callers it has in an organization. */
  async countCallers(organizationId: string, deprecation: string): Promise<number> {
    const [row] = await this.db.query<{ callers: number }>(
      `SELECT count(*)::int AS callers FROM deprecated_calls
       WHERE organization_id = $1 AND deprecation = $2 AND ${CURRENT}`,
      [organizationId, deprecation],
    );
    return row!.callers;
  }

  async deleteOld(): Promise<void> {
    await this.db.query(`DELETE FROM deprecated_calls WHERE last_called_at < now() - interval '90 days'`);
  }
}
