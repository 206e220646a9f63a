import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { Reader } from '../../../common/principal/principal.js';
import { DocumentService } from '../../documents/document.service.js';
import type { Aircraft } from '../../fleet/aircraft.entity.js';
import type { Directive } from '../directive.entity.js';
import { COLUMNS, STATE } from '../directive.repository.js';
import { MAX_DIRECTIVES, MAX_RECORDS } from '../dto/directive-types.js';
import type { DirectiveRecord } from './directive-record.entity.js';
import type { Point } from './due.js';
import type { DirectiveFacts, RecordedFacts } from './standing.js';

/** Latest totals of an aircraft. `date` is that of the latest reading. */
export interface AircraftTotals extends Point {
  /** Of the latest reading with cycles. */
  cycles_date: string | null;
}

/** A record with the name of the person who made it. `document_id` is null if the reader cannot see the document. */
export type RecordRow = DirectiveRecord & { recorded_by_name: string | null };

/** What limits a new record. */
export interface RecordLimits extends RecordBounds {
  organization_id: string;
  record_count: number;
}

/** Totals around a date: of the last reading before it, and of the first one from it on or else of the latest one. */
export interface RecordBounds {
  least_hours: number | null;
  least_cycles: number | null;
  most_hours: number | null;
  most_cycles: number | null;
}

type Unit = 'flight_hours' | 'flight_cycles';
/** The last known total of the aircraft `a` up to a date. */
const total = (column: Unit, until: string): string =>
  `(SELECT u.${column}::float8 FROM aircraft_utilisation u
    WHERE u.aircraft_id = a.id AND u.${column} IS NOT NULL AND u.date ${until} ORDER BY u.date DESC LIMIT 1)`;
const firstTotal = (column: Unit, from: string): string => total(column, from).replace('DESC', 'ASC');
const TOTALS = `(SELECT max(u.date)::text FROM aircraft_utilisation u WHERE u.aircraft_id = a.id) AS date,
  (SELECT max(u.date)::text FROM aircraft_utilisation u
   WHERE u.aircraft_id = a.id AND u.flight_cycles IS NOT NULL) AS cycles_date,
  ${total('flight_hours', 'IS NOT NULL')} AS flight_hours, ${total('flight_cycles', 'IS NOT NULL')} AS flight_cycles`;
/** Of a record `r`: never more than the totals that were read on the same day or later. */
const done = (column: Unit): string => `CASE WHEN r.${column} IS NULL THEN ${total(column, '< r.date')}
  ELSE least(r.${column}::float8, ${firstTotal(column, '>= r.date')}) END`;
const mostOn = (column: Unit, date: string): string =>
  `coalesce(${firstTotal(column, `>= ${date}`)}, ${total(column, 'IS NOT NULL')})`;
const beyond = (column: Unit): string => `CASE WHEN r.${column} > ${mostOn(column, 'r.date')} THEN '${column}' END`;
const RECORD = `'id', r.id, 'aircraft_id', r.aircraft_id, 'directive_id', r.directive_id, 'status', r.status, 'date', r.date,
  'terminates', r.terminates, 'evidence', r.evidence, 'reason', r.reason, 'created_at', r.created_at`;
const OF_PAIR = `r.aircraft_id = a.id AND r.directive_id = d.id`;
/** Of a directive `d` on an aircraft `a`. */
const FACTS = `
  (SELECT json_build_object(${RECORD}, 'flight_hours', r.flight_hours, 'flight_cycles', r.flight_cycles)
   FROM directive_records r WHERE ${OF_PAIR} ORDER BY r.position DESC LIMIT 1) AS latest,
  (SELECT json_build_object(${RECORD}, 'flight_hours', ${done('flight_hours')}, 'flight_cycles', ${done('flight_cycles')},
     'beyond', array_remove(ARRAY[${beyond('flight_hours')}, ${beyond('flight_cycles')}], NULL))
   FROM directive_records r WHERE ${OF_PAIR} AND r.status = 'embodied' AND r.position > coalesce((
     SELECT max(r.position) FROM directive_records r WHERE ${OF_PAIR} AND r.status = 'open'), 0)
   ORDER BY r.position DESC LIMIT 1) AS embodied,
  (SELECT coalesce(json_agg(json_build_object('id', t.id, 'kind', t.kind, 'number', t.number, 'status', (
     SELECT r.status FROM directive_records r WHERE r.aircraft_id = a.id AND r.directive_id = t.id
     ORDER BY r.position DESC LIMIT 1))), '[]')
   FROM directive_relations x JOIN directives t ON t.id = x.other_id
   WHERE x.directive_id = d.id AND x.kind = 'terminated_by') AS terminators,
  json_build_object('date', d.effective_date, 'flight_hours', ${total('flight_hours', '< d.effective_date')},
    'flight_cycles', ${total('flight_cycles', '< d.effective_date')}) AS effective`;

@Injectable()
export class DirectiveStatusRepository {
  constructor(
    private readonly db: Database,
    private readonly documents: DocumentService,
  ) {}

  /** Directives in force, with what is recorded of them on the aircraft. @param directiveId one of them; also of one that is not in force */
  listForAircraft(
    organizationId: string,
    aircraftId: string,
    directiveId: string | null,
  ): Promise<(Directive & DirectiveFacts & RecordedFacts)[]> {
    return this.db.query(
      `SELECT ${COLUMNS}, d.document_id, ${STATE} AS status, ${FACTS} FROM directives d JOIN aircraft a ON a.id = $2 AND a.organization_id = d.organization_id
       WHERE d.organization_id = $1 AND CASE WHEN $3::text IS NULL THEN ${STATE} = 'in_force' ELSE d.id = $3 END
       ORDER BY d.id LIMIT ${MAX_DIRECTIVES}`,
      [organizationId, aircraftId, directiveId],
    );
  }

  async findTotals(aircraftId: string): Promise<AircraftTotals> {
    const [row] = await this.db.query<AircraftTotals>(`SELECT ${TOTALS} FROM aircraft a WHERE a.id = $1`, [aircraftId]);
    return row ?? { date: null, cycles_date: null, flight_hours: null, flight_cycles: null };
  }

  /** Aircraft that are not retired, newest first, with what is recorded of a directive on them. */
  async listAircraft(
    organizationId: string,
    directiveId: string,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<{ id: string; aircraft: Aircraft; totals: AircraftTotals; facts: RecordedFacts }>> {
    const matching = new SqlConditions().add(
      (p) => `a.organization_id = ${p(organizationId)} AND a.status <> 'retired'`,
    );
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `a.id < ${p(afterId)}`);
    const directive = page.parameter(directiveId);
    const limit = page.parameter(rowCount);
    const { rows, ...count } = await this.db.list<Aircraft & RecordedFacts & { totals: AircraftTotals }>(
      {
        sql: `SELECT a.*, ${FACTS}, (SELECT to_json(t) FROM (SELECT ${TOTALS}) t) AS totals
          FROM aircraft a JOIN directives d ON d.id = ${directive} WHERE ${page.sql} ORDER BY a.id DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM aircraft a WHERE ${matching.sql}`, parameters: matching.parameters },
    );
    const paired = rows.map(({ latest, embodied, terminators, effective, totals, ...aircraft }) => ({
      ...{ id: aircraft.id, aircraft, totals },
      facts: { latest, embodied, terminators, effective },
    }));
    return { rows: paired, ...count };
  }

  /** Null if the aircraft or the directive is not of the organization. */
  async findLimits(
    organizationId: string,
    aircraftId: string,
    directiveId: string,
    date: string | null,
  ): Promise<RecordLimits | null> {
    const [row] = await this.db.query<RecordLimits>(
      `SELECT d.organization_id, ${total('flight_hours', '< $4::date')} AS least_hours,
         ${total('flight_cycles', '< $4::date')} AS least_cycles,
         ${mostOn('flight_hours', '$4::date')} AS most_hours, ${mostOn('flight_cycles', '$4::date')} AS most_cycles,
         (SELECT count(*)::integer FROM (SELECT 1 FROM directive_records r WHERE ${OF_PAIR} LIMIT ${MAX_RECORDS}) c) AS record_count
       FROM aircraft a JOIN directives d ON d.organization_id = a.organization_id
       WHERE a.organization_id = $1 AND a.id = $2 AND d.id = $3`,
      [organizationId, aircraftId, directiveId, date],
    );
    return row ?? null;
  }

  /** Records on an aircraft wait for each other, and for the deletion of the directive, until the transaction ends. */
  async lock(organizationId: string, aircraftId: string, directiveId: string): Promise<void> {
    await this.db.defer(
      `SELECT 1 FROM aircraft a JOIN directives d ON d.organization_id = a.organization_id
       WHERE a.organization_id = $1 AND a.id = $2 AND d.id = $3 FOR NO KEY UPDATE OF a FOR KEY SHARE OF d`,
      [organizationId, aircraftId, directiveId],
    );
  }

  async insert(record: Omit<DirectiveRecord, 'position'>): Promise<void> {
    const columns = Object.keys(record);
    await this.db.defer(
      `INSERT INTO directive_records (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(record),
    );
  }

  /** Newest first. */
  listRecords(
    reader: Reader,
    aircraftId: string,
    directiveId: string,
    afterPosition: string | null,
    rowCount: number,
  ): Promise<KeysetRows<RecordRow>> {
    const ofPair = (conditions: SqlConditions): SqlConditions =>
      conditions.add((p) => `r.aircraft_id = ${p(aircraftId)} AND r.directive_id = ${p(directiveId)}`);
    const page = new SqlConditions();
    const document = this.documents.visibleIdSql(reader, 'r.document_id', page);
    ofPair(page);
    if (afterPosition !== null) page.add((p) => `r.position < ${p(afterPosition)}`);
    const limit = page.parameter(rowCount);
    const counted = ofPair(new SqlConditions());
    return this.db.list<RecordRow>(
      {
        sql: `SELECT r.id, r.position, r.aircraft_id, r.directive_id, r.status, r.date::text AS date, r.flight_hours::float8 AS flight_hours,
            r.flight_cycles, r.terminates, r.evidence, r.reason, r.recorded_by, r.created_at, u.name AS recorded_by_name,
            ${document} AS document_id
          FROM directive_records r LEFT JOIN users u ON u.id = r.recorded_by
          WHERE ${page.sql} ORDER BY r.position DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM directive_records r WHERE ${counted.sql}`, parameters: counted.parameters },
    );
  }
}
