import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { Misfit, Totals } from './totals.js';
import type { UtilisationReading } from './utilisation.entity.js';

/** A reading with the name of the person who recorded it. */
export type ReadingRow = UtilisationReading & { recorded_by_name: string | null };

const READING = `u.id, u.aircraft_id, u.date::text AS date, u.flight_hours::float8 AS flight_hours, u.flight_cycles, u.source,
  u.recorded_by, u.created_at`;
const GIVEN = `jsonb_to_recordset($1) AS g(id text, aircraft_id text, date date, flight_hours numeric, flight_cycles integer)`;
/** The reading next to the given one `g`. */
const nearest = (direction: '<' | '>', condition: string): string =>
  `(SELECT u.aircraft_id, u.date, u.flight_hours, u.flight_cycles FROM aircraft_utilisation u
    WHERE u.aircraft_id = g.aircraft_id AND u.date ${direction} g.date AND ${condition}
    ORDER BY u.date ${direction === '<' ? 'DESC' : 'ASC'} LIMIT 1)`;

@Injectable()
export class UtilisationRepository {
  constructor(private readonly db: Database) {}

  /** Latest date first. @param afterDate the date before which the page starts */
  async list(aircraftId: string, afterDate: string | null, rowCount: number): Promise<KeysetRows<ReadingRow>> {
    const matching = new SqlConditions().add((p) => `u.aircraft_id = ${p(aircraftId)}`);
    const page = new SqlConditions(matching);
    if (afterDate !== null) page.add((p) => `u.date < ${p(afterDate)}`);
    const limit = page.parameter(rowCount);
    const sql = `SELECT ${READING}, p.name AS recorded_by_name
      FROM aircraft_utilisation u LEFT JOIN users p ON p.id = u.recorded_by
      WHERE ${page.sql} ORDER BY u.date DESC LIMIT ${limit}`;
    const counted = { sql: `FROM aircraft_utilisation u WHERE ${matching.sql}`, parameters: matching.parameters };
    return this.db.list<ReadingRow>({ sql, parameters: page.parameters }, counted);
  }

  /** Readings of the aircraft and dates that are given. */
  findSame(given: readonly Totals[]): Promise<UtilisationReading[]> {
    return this.db.query(
      `SELECT ${READING} FROM aircraft_utilisation u JOIN ${GIVEN} ON g.aircraft_id = u.aircraft_id AND g.date = u.date`,
      [JSON.stringify(given)],
    );
  }

  /**
   * Totals that would not fit each other with the given ones, in the place of those of the same dates. Only the readings around each of them
   * are read: the others fit each other already.
   */
  findMisfits(given: readonly Totals[]): Promise<Misfit[]> {
    return this.db.query(
      `WITH given AS MATERIALIZED (SELECT g.* FROM ${GIVEN}),
       near AS (
         SELECT DISTINCT n.* FROM given g CROSS JOIN LATERAL (
           ${nearest('<', 'true')} UNION ALL ${nearest('<', 'u.flight_cycles IS NOT NULL')}
           UNION ALL ${nearest('>', 'true')} UNION ALL ${nearest('>', 'u.flight_cycles IS NOT NULL')}) n),
       merged AS (
         SELECT aircraft_id, date, flight_hours, flight_cycles, true AS is_new FROM given
         UNION ALL SELECT n.*, false FROM near n
         WHERE NOT EXISTS (SELECT FROM given g WHERE g.aircraft_id = n.aircraft_id AND g.date = n.date)),
       compared AS (
         SELECT m.*, lag(date) OVER w AS previous_date, lag(flight_hours) OVER w AS previous_hours,
           max(flight_cycles) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS previous_cycles
         FROM merged m WINDOW w AS (PARTITION BY aircraft_id ORDER BY date))
       SELECT aircraft_id, date::text AS date, flight_hours::float8 AS flight_hours, flight_cycles, is_new,
         previous_date::text AS previous_date, previous_hours::float8 AS previous_hours, previous_cycles
       FROM compared
       WHERE flight_hours < previous_hours OR flight_cycles < previous_cycles
         OR flight_hours - previous_hours > 24 * (date - previous_date)
       ORDER BY aircraft_id, date`,
      [JSON.stringify(given)],
    );
  }

  /** Writes totals, in the place of those of the same dates. */
  async save(
    readings: readonly (Totals & { id: string })[],
    source: UtilisationReading['source'],
    recordedBy: string,
  ): Promise<UtilisationReading[]> {
    return this.db.query(
      `INSERT INTO aircraft_utilisation AS u (id, aircraft_id, date, flight_hours, flight_cycles, source, recorded_by)
       SELECT g.id, g.aircraft_id, g.date, g.flight_hours, g.flight_cycles, $2, $3 FROM ${GIVEN}
       ON CONFLICT (aircraft_id, date) DO UPDATE SET id = excluded.id, flight_hours = excluded.flight_hours,
         flight_cycles = excluded.flight_cycles, source = excluded.source, recorded_by = excluded.recorded_by,
         created_at = now()
       RETURNING ${READING}`,
      [JSON.stringify(readings), source, recordedBy],
    );
  }

  async delete(aircraftId: string, id: string): Promise<UtilisationReading | null> {
    const [row] = await this.db.query<UtilisationReading>(
      `DELETE FROM aircraft_utilisation u WHERE u.aircraft_id = $1 AND u.id = $2 RETURNING ${READING}`,
      [aircraftId, id],
    );
    return row ?? null;
  }

  /** The aircraft of the organization that have these registrations and are not retired, held until the transaction ends. */
  lockByRegistration(
    organizationId: string,
    registrations: readonly string[],
  ): Promise<{ id: string; registration: string }[]> {
    return this.db.query(
      `SELECT id, registration FROM aircraft WHERE organization_id = $1 AND registration = ANY ($2) AND status <> 'retired'
       ORDER BY id FOR NO KEY UPDATE`,
      [organizationId, registrations],
    );
  }

  /** Of one aircraft: see {@link lockByRegistration}. */
  async lock(organizationId: string, id: string): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT 1 FROM aircraft WHERE id = $1 AND organization_id = $2 FOR NO KEY UPDATE`,
      [id, organizationId],
    );
    return rows.length > 0;
  }
}
