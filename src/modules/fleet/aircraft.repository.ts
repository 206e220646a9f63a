import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import { newId } from '../../common/ids/type-id.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import type { Changes } from './aircraft-record.js';
import { Aircraft, type AircraftChange } from './aircraft.entity.js';
import type { ListAircraftQuery } from './dto/aircraft.request.js';

/** A change with its author's name. */
export type AircraftChangeRow = AircraftChange & { changed_by_name: string | null };

/** An aircraft in a list: without components and modifications, which can be large. */
export type AircraftSummary = Omit<
  Aircraft,
  'components' | 'modifications' | 'configuration_codes' | 'organization_id'
>;
const SUMMARY = `a.id, a.registration, a.aircraft_type, a.model, a.serial_number, a.line_number, a.fleet_number, a.status,
  a.row_version, a.created_at, a.updated_at`;

/** Rows of one statement. */
const BATCH = 1_000;
const EXPORTED_AT_ONCE = 100;
/** Aircraft that share names. */
const MAX_NAMED = 200;
const COLUMNS = `id, organization_id, registration, aircraft_type, model, serial_number, line_number, fleet_number, status,
  configuration_codes, components, modifications, row_version, created_at, updated_at`;
const UPDATED = [
  ...['registration', 'aircraft_type', 'model', 'serial_number', 'line_number', 'fleet_number', 'status'],
  ...['configuration_codes', 'components', 'modifications', 'row_version', 'updated_at'],
].map((column) => `${column} = excluded.${column}`); // prettier-ignore

@Injectable()
export class AircraftRepository {
  constructor(private readonly db: Database) {}

  async list(
    organizationId: string,
    { q, aircraft_type, status, updated_since }: ListAircraftQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<AircraftSummary>> {
    const matching = new SqlConditions().add((p) => `a.organization_id = ${p(organizationId)}`);
    if (aircraft_type !== undefined) matching.add((p) => `a.aircraft_type = ${p(aircraft_type)}`);
    if (status !== undefined) matching.add((p) => `a.status = ${p(status)}`);
    if (updated_since !== undefined) matching.add((p) => `a.updated_at >= ${p(updated_since)}`);
    if (q !== undefined) {
      matching.add((p) => {
        const start = `upper(${p(q)}::text)`;
        return `(starts_with(a.registration, ${start}) OR starts_with(upper(a.serial_number), ${start}) OR starts_with(upper(a.fleet_number), ${start}))`;
      });
    }
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `a.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    const sql = `SELECT ${SUMMARY} FROM aircraft a WHERE ${page.sql} ORDER BY a.id DESC LIMIT ${limit}`;
    const counted = { sql: `FROM aircraft a WHERE ${matching.sql}`, parameters: matching.parameters };
    return this.db.list<AircraftSummary>({ sql, parameters: page.parameters }, counted);
  }

  async find(organizationId: string, id: string): Promise<Aircraft | null> {
    const [row] = await this.db.lookup<Aircraft>(`SELECT * FROM aircraft WHERE id = $1 AND organization_id = $2`, [
      id,
      organizationId,
    ]);
    return row ?? null;
  }

  findAll(organizationId: string, ids: readonly string[]): Promise<Aircraft[]> {
    return this.db.query<Aircraft>(`SELECT * FROM aircraft WHERE organization_id = $1 AND id = ANY ($2)`, [
      organizationId,
      ids,
    ]);
  }

  /** A retired aircraft only by its serial number: its registration can be that of another one. */
  async findNamed(organizationId: string, names: readonly string[]): Promise<Aircraft[]> {
    return this.db.query<Aircraft>(
      `SELECT * FROM aircraft WHERE organization_id = $1 AND registration = ANY ($2) AND status <> 'retired'
       UNION
       SELECT * FROM aircraft WHERE organization_id = $1 AND serial_number = ANY ($2) ORDER BY id LIMIT ${MAX_NAMED}`,
      [organizationId, names],
    );
  }

  async lock(organizationId: string, id: string): Promise<Aircraft | null> {
    const [row] = await this.db.query<Aircraft>(
      `SELECT * FROM aircraft WHERE id = $1 AND organization_id = $2 FOR UPDATE`,
      [id, organizationId],
    );
    return row ?? null;
  }

  /** Up to a number, for a limit. */
  async countUpTo(organizationId: string, most: number): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (SELECT 1 FROM aircraft WHERE organization_id = $1 LIMIT $2) AS counted`,
      [organizationId, most],
    );
    return row!.count;
  }

  /** All of the organization. With `toChange` they stay as they are until the end of the transaction, whose order of serial numbers does not count. */
  async listAll(organizationId: string, toChange: boolean): Promise<Aircraft[]> {
    if (toChange) await this.db.query(`SET CONSTRAINTS uq_aircraft_serial_number DEFERRED`);
    const sql = `SELECT * FROM aircraft WHERE organization_id = $1 ORDER BY id ${toChange ? 'FOR UPDATE' : ''}`;
    return this.db.query<Aircraft>(sql, [organizationId]);
  }

  /** Those that are not retired, in the order of their registrations. No connection is held between the parts: a client can read them slowly. */
  async *batches(organizationId: string): AsyncGenerator<Aircraft[]> {
    let after: Pick<Aircraft, 'registration' | 'id'> = { registration: '', id: '' };
    for (let rows: Aircraft[] = []; ;) {
      rows = await this.db.query<Aircraft>(
        `SELECT * FROM aircraft WHERE organization_id = $1 AND status <> 'retired' AND (registration COLLATE "C", id) > ($2, $3)
         ORDER BY registration COLLATE "C", id LIMIT ${EXPORTED_AT_ONCE}`,
        [organizationId, after.registration, after.id],
      );
      yield rows;
      if (rows.length < EXPORTED_AT_ONCE) return;
      after = rows.at(-1)!;
    }
  }

  /** Writes new aircraft and those that changed, with their histories. */
  async save(
    changed: readonly { aircraft: Aircraft; changes: Changes }[],
    source: AircraftChange['source'],
    changedBy: string,
  ): Promise<void> {
    for (let start = 0; start < changed.length; start += BATCH) {
      const some = changed.slice(start, start + BATCH);
      const history = some.map(({ aircraft, changes }) => ({ id: newId('aircraft_change'), aircraft_id: aircraft.id, changes })); // prettier-ignore
      await this.db.query(
        `WITH saved AS (
           INSERT INTO aircraft (${COLUMNS})
           SELECT ${COLUMNS} FROM jsonb_populate_recordset(NULL::aircraft, $1)
           ON CONFLICT (id) DO UPDATE SET ${UPDATED.join(', ')} RETURNING id)
         INSERT INTO aircraft_changes (id, aircraft_id, changes, source, changed_by)
         SELECT c.id, c.aircraft_id, c.changes, $3, $4
         FROM jsonb_populate_recordset(NULL::aircraft_changes, $2) AS c JOIN saved ON saved.id = c.aircraft_id`,
        [JSON.stringify(some.map(({ aircraft }) => aircraft)), JSON.stringify(history), source, changedBy],
      );
    }
  }

  async delete(id: string): Promise<void> {
    await this.db.query(`DELETE FROM aircraft WHERE id = $1`, [id]);
  }

  async listChanges(
    aircraftId: string,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<AircraftChangeRow>> {
    const matching = new SqlConditions().add((p) => `c.aircraft_id = ${p(aircraftId)}`);
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `c.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    const sql = `SELECT c.*, u.name AS changed_by_name FROM aircraft_changes c LEFT JOIN users u ON u.id = c.changed_by
      WHERE ${page.sql} ORDER BY c.id DESC LIMIT ${limit}`;
    const counted = { sql: `FROM aircraft_changes c WHERE ${matching.sql}`, parameters: matching.parameters };
    return this.db.list<AircraftChangeRow>({ sql, parameters: page.parameters }, counted);
  }
}
