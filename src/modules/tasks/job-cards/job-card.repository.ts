import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { Principal } from '../../../common/principal/principal.js';
import type { RevisionStatus } from '../../documents/dto/document-types.js';
import { endOfRevision } from '../../documents/current-revisions.js';
import { aircraftChanged, aircraftDigest } from '../../fleet/aircraft-digest.js';
import { numbersAgainst } from '../../documents/temporary-revisions/temporary-revision-marks.js';
import type { Aircraft } from '../../applicability/applicability.service.js';
import type { RevisionTask } from '../task.entity.js';
import type { ListJobCardsQuery } from './dto/job-card.request.js';
import type { JobCard, JobCardTask } from './job-card.entity.js';

export type JobCardRow = JobCard & { created_by_name: string | null };
/** `aircraft_changed`: whether the register has other data of the aircraft since. */
export type FoundJobCard = JobCardRow & { tasks: CardTaskRow[]; aircraft_changed: boolean };

/** A page of a task. */
export interface CardPage {
  revision_id: string;
  page_number: number;
}

/** A task of a card, with what became of its revision. */
export interface CardTaskRow extends JobCardTask {
  /** Null if the document was deleted. */
  revision_status: RevisionStatus | null;
  current_revision_id: string | null;
  current_version: string | null;
  /** When the revision ceased to be current. */
  ended_at: string | null;
  /** Whether the tasks of the current revision were read, and the hash of this one there. */
  current_is_read: boolean;
  current_content_sha256: string | null;
  /** Numbers of those because of which nobody may work by its pages. */
  temporary_revisions: string[];
}

/** Of the parts of all tasks of a card, as JSON. */
const MAX_BYTES = 20_000_000;

/** SQL of the tasks of card `c` as JSON. */
const TASKS = `(SELECT coalesce(jsonb_agg(to_jsonb(k) || jsonb_build_object(
    'revision_status', r.status, 'current_revision_id', v.id, 'current_version', v.version,
    'ended_at', ${endOfRevision('r', 'v')},
    'current_is_read', EXISTS (SELECT FROM task_readings g WHERE g.revision_id = v.id AND g.failures = 0
      AND g.reprocessed_at IS NOT DISTINCT FROM v.reprocessed_at),
    'current_content_sha256', t.content_sha256,
    'temporary_revisions', ${numbersAgainst('k.document_id', 'k.revision_id', 'k.first_page', 'k.last_page')}) ORDER BY k.position), '[]')
  FROM job_card_tasks k
    LEFT JOIN documents live ON live.id = k.document_id AND live.deleted_at IS NULL
    LEFT JOIN document_revisions r ON r.id = k.revision_id AND r.document_id = live.id
    LEFT JOIN document_revisions v ON v.id = live.current_revision_id
    LEFT JOIN revision_tasks t ON t.revision_id = v.id AND t.number = k.number
  WHERE k.job_card_id = c.id)`;

/** SQL: whether the register has other data of the aircraft of card `c`. Old cards have no digest: every change counts. */
const CHANGED = `CASE WHEN c.aircraft ? 'digest' THEN ${aircraftChanged(`c.aircraft ->> 'id'`, `c.aircraft ->> 'digest'`)}
  ELSE EXISTS (SELECT FROM aircraft_changes h WHERE h.aircraft_id = c.aircraft ->> 'id' AND h.created_at > c.created_at) END`;

@Injectable()
export class JobCardRepository {
  constructor(private readonly db: Database) {}

  /** Tasks by revision and number, in the order given. Without their content if they are too large together. */
  findTasks(
    wanted: readonly { revision_id: string; number: string }[],
  ): Promise<{ exists: boolean; task: RevisionTask | null }[]> {
    return this.db.query(
      `SELECT found.exists, CASE WHEN found.bytes <= ${MAX_BYTES} THEN to_jsonb(t) END AS task
       FROM (SELECT w.at, t.revision_id, t.position, t.number IS NOT NULL AS exists,
               sum(octet_length(t.parts::text) + octet_length(t.inherited::text)) OVER () AS bytes
             FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w (revision_id, number, at)
               LEFT JOIN revision_tasks t ON t.revision_id = w.revision_id AND t.number = w.number) found
         LEFT JOIN revision_tasks t ON t.revision_id = found.revision_id AND t.position = found.position
       ORDER BY found.at`,
      [wanted.map(({ revision_id: id }) => id), wanted.map(({ number }) => number)],
    );
  }

  /** Holds the documents until the transaction ends. @returns their current revisions */
  async holdCurrent(documentIds: readonly string[]): Promise<Map<string, string | null>> {
    const rows = await this.db.query<{ id: string; current_revision_id: string | null }>(
      `SELECT d.id, r.id AS current_revision_id FROM documents d
         LEFT JOIN document_revisions r ON r.id = d.current_revision_id AND r.status = 'active'
       WHERE d.id = ANY($1) AND d.deleted_at IS NULL ORDER BY d.id FOR SHARE OF d`,
      [documentIds],
    );
    return new Map(rows.map((row) => [row.id, row.current_revision_id]));
  }

  /** @param aircraft with which the card was made */
  async insert(card: JobCard, tasks: readonly JobCardTask[], aircraft: Aircraft): Promise<void> {
    await this.db.query(
      `WITH card AS (INSERT INTO job_cards SELECT * FROM jsonb_populate_record(NULL::job_cards,
         jsonb_set($1::jsonb, '{aircraft,digest}', to_jsonb(${aircraftDigest('$3::jsonb')}))))
       INSERT INTO job_card_tasks SELECT * FROM jsonb_populate_recordset(NULL::job_card_tasks, $2)`,
      [JSON.stringify(card), JSON.stringify(tasks), JSON.stringify(aircraft)],
    );
  }

  /** A card of which the caller can see all documents. @param visible conditions on `documents d` */
  async find(principal: Principal, visible: SqlConditions, id: string): Promise<FoundJobCard | null> {
    const conditions = shownTo(principal, visible).add((p) => `c.id = ${p(id)}`);
    const [row] = await this.db.query<FoundJobCard>(
      `SELECT c.*, u.name AS created_by_name, ${TASKS} AS tasks, ${CHANGED} AS aircraft_changed FROM job_cards c LEFT JOIN users u ON u.id = c.created_by
       WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return row ?? null;
  }

  /** Newest first. @param isManager whether cards of others are listed */
  list(
    principal: Principal,
    visible: SqlConditions,
    { aircraft_id }: ListJobCardsQuery,
    isManager: boolean,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<JobCardRow>> {
    const matching = shownTo(principal, visible);
    if (!isManager) matching.add((p) => `c.created_by = ${p(principal.userId)}`);
    if (aircraft_id !== undefined) matching.add((p) => `c.aircraft ->> 'id' = ${p(aircraft_id)}`);
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `c.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    const sql = `SELECT c.*, u.name AS created_by_name FROM job_cards c LEFT JOIN users u ON u.id = c.created_by
      WHERE ${page.sql} ORDER BY c.id DESC LIMIT ${limit}`;
    const counted = { sql: `FROM job_cards c WHERE ${matching.sql}`, parameters: matching.parameters };
    return this.db.list<JobCardRow>({ sql, parameters: page.parameters }, counted);
  }
}

/** Cards whose documents the caller can see, all of them. Of deleted documents, only administrators and the creator see that there was a card. */
function shownTo({ organizationId, userId, role }: Principal, visible: SqlConditions): SqlConditions {
  const { sql, parameters } = visible;
  const conditions = new SqlConditions();
  for (const parameter of parameters) conditions.parameter(parameter);
  const me = conditions.parameter(userId);
  const knows = role === 'admin' ? 'true' : `c.created_by = ${me}`;
  return conditions
    .add((p) => `c.organization_id = ${p(organizationId)} AND ${me}::text IS NOT NULL`)
    .add(
      () => `NOT EXISTS (SELECT FROM job_card_tasks k WHERE k.job_card_id = c.id
        AND NOT EXISTS (SELECT FROM documents d WHERE d.id = k.document_id AND ${sql})
        AND NOT (${knows} AND NOT EXISTS (SELECT FROM documents g WHERE g.id = k.document_id AND g.deleted_at IS NULL)))`,
    );
}
