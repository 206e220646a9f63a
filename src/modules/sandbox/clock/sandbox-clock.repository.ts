import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

interface Expiring {
  table: string;
  columns: readonly string[];
  /** SQL that selects the rows of organization $1. */
  condition: string;
  /** The columns are part of the representation. */
  isVersioned?: boolean;
}

/** Times before are not moved, regardless of the number of advances. An interval of PostgreSQL. */
const LONG_AGO = `interval '10 years'`;
const OWN = 'organization_id = $1';

/** When something of a sandbox expires or is due. A test finds columns of later tables. */
export const EXPIRING: readonly Expiring[] = [
  { table: 'api_keys', columns: ['expires_at', 'previous_expires_at'], condition: OWN, isVersioned: true },
  { table: 'document_shares', columns: ['expires_at'], condition: OWN, isVersioned: true },
  {
    table: 'temporary_revisions',
    columns: ['effective_from', 'effective_until'],
    condition: OWN,
    isVersioned: true,
  },
  { table: 'assignments', columns: ['due_at'], condition: OWN, isVersioned: true },
  { table: 'acknowledgements', columns: ['due_at', 'remind_at', 'escalate_at'], condition: OWN },
  { table: 'discrepancies', columns: ['due_on', 'overdue_noted_for'], condition: OWN, isVersioned: true },
  { table: 'organization_exports', columns: ['expires_at'], condition: OWN },
  { table: 'offline_packages', columns: ['expires_at'], condition: OWN },
  { table: 'webhook_endpoints', columns: ['previous_secret_until'], condition: OWN },
  {
    table: 'webhook_deliveries',
    columns: ['next_attempt_at'],
    condition: 'endpoint_id IN (SELECT id FROM webhook_endpoints WHERE organization_id = $1)',
  },
  {
    table: 'webhook_queues',
    columns: ['due_at', 'failing_since'],
    condition: 'endpoint_id IN (SELECT id FROM webhook_endpoints WHERE organization_id = $1)',
  },
];

@Injectable()
export class SandboxClockRepository {
  constructor(private readonly db: Database) {}

  /** Times of expiry come closer instead: all statements compare them with PostgreSQL's one clock. */
  async advance(organizationId: string, seconds: number): Promise<void> {
    const updates = EXPIRING.map(({ table, columns, condition, isVersioned = false }) => {
      const changes = columns.map(
        (column) =>
          `${column} = CASE WHEN ${column} > now() - ${LONG_AGO} THEN ${column} - make_interval(secs => $2) ELSE ${column} END`,
      );
      if (isVersioned) changes.push('row_version = row_version + 1');
      const isSet = columns.map((column) => `${column} IS NOT NULL`).join(' OR ');
      return `moved_${table} AS (UPDATE ${table} SET ${changes.join(', ')} WHERE ${condition} AND (${isSet}))`;
    });
    await this.db.query(`WITH ${updates.join(', ')} SELECT`, [organizationId, seconds]);
  }
}
