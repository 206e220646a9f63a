import { Injectable } from '@nestjs/common';
import { modificationKey } from '@amks/language/applicability/expression.js';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import type { Reader } from '../../common/principal/principal.js';
import { DocumentService } from '../documents/document.service.js';
import type { Directive, DirectiveRelation } from './directive.entity.js';
import type { DirectiveState } from './dto/directive-types.js';
import type { ListDirectivesQuery } from './dto/directive.request.js';

export type Relations = Record<DirectiveRelation['kind'], string[]>;

/** A directive as a reader sees it: `document_id` is null if the reader cannot see the document. */
export type DirectiveRow = Directive & Relations & { status: DirectiveState; superseded_by: string[] };

/** Of `directives d`, on the date of today, UTC. */
export const STATE = `CASE WHEN d.canceled THEN 'canceled' WHEN EXISTS (
    SELECT FROM directive_relations x JOIN directives y ON y.id = x.directive_id
    WHERE x.other_id = d.id AND x.kind = 'supersedes' AND NOT y.canceled
      AND coalesce(y.effective_date <= (now() AT TIME ZONE 'UTC')::date, true)) THEN 'superseded' ELSE 'in_force' END`;
export const COLUMNS = `d.id, d.organization_id, d.kind, d.number, d.number_key, d.issuer, d.title, d.mandatory, d.canceled,
  d.effective_date::text AS effective_date, d.effectivity, d.aircraft_types, d.initial_compliance, d.repetitive_interval,
  d.terminating_action, d.created_by, d.row_version, d.created_at, d.updated_at`;
const related = (kind: DirectiveRelation['kind']): string =>
  `ARRAY(SELECT x.other_id FROM directive_relations x WHERE x.directive_id = d.id AND x.kind = '${kind}' ORDER BY 1) AS ${kind}`;
const SHOWN = `${COLUMNS}, ${STATE} AS status, ${related('supersedes')}, ${related('terminated_by')},
  ARRAY(SELECT x.directive_id FROM directive_relations x
        WHERE x.other_id = d.id AND x.kind = 'supersedes' ORDER BY 1) AS superseded_by`;
const WRITTEN = [
  ...['kind', 'number', 'number_key', 'issuer', 'title', 'mandatory', 'canceled', 'effective_date', 'effectivity'],
  ...['aircraft_types', 'initial_compliance', 'repetitive_interval', 'terminating_action', 'document_id'],
] as const; // prettier-ignore
const INSERTED = ['id', 'organization_id', ...WRITTEN, 'created_by', 'row_version', 'created_at', 'updated_at'];

@Injectable()
export class DirectiveRepository {
  constructor(
    private readonly db: Database,
    private readonly documents: DocumentService,
  ) {}

  async list(
    reader: Reader,
    query: ListDirectivesQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<DirectiveRow>> {
    const counted = filtered(new SqlConditions(), reader, query);
    const page = new SqlConditions();
    const document = this.documents.visibleIdSql(reader, 'd.document_id', page);
    filtered(page, reader, query);
    if (afterId !== null) page.add((p) => `d.id < ${p(afterId)}`);
    const sql = `SELECT ${SHOWN}, ${document} AS document_id FROM directives d
      WHERE ${page.sql} ORDER BY d.id DESC LIMIT ${page.parameter(rowCount)}`;
    return this.db.list<DirectiveRow>(
      { sql, parameters: page.parameters },
      { sql: `FROM directives d WHERE ${counted.sql}`, parameters: counted.parameters },
    );
  }

  async find(reader: Reader, id: string): Promise<DirectiveRow | null> {
    const conditions = new SqlConditions();
    const document = this.documents.visibleIdSql(reader, 'd.document_id', conditions);
    conditions.add((p) => `d.organization_id = ${p(reader.organizationId)} AND d.id = ${p(id)}`);
    const [row] = await this.db.query<DirectiveRow>(
      `SELECT ${SHOWN}, ${document} AS document_id FROM directives d WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return row ?? null;
  }

  /** The stored document, even if nobody who asks can see it. */
  async findDocumentId(id: string): Promise<string | null> {
    const [row] = await this.db.query<{ document_id: string | null }>(
      `SELECT document_id FROM directives WHERE id = $1`,
      [id],
    );
    return row?.document_id ?? null;
  }

  /** Changes of the directives of an organization wait for each other until the transaction ends. */
  async lockAll(organizationId: string): Promise<void> {
    await this.db.defer(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`directives ${organizationId}`]);
  }

  /** Up to a number, for a limit. */
  async countUpTo(organizationId: string, most: number): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (SELECT 1 FROM directives WHERE organization_id = $1 LIMIT $2) AS counted`,
      [organizationId, most],
    );
    return row!.count;
  }

  /** The given ids that are directives of the organization. */
  async findIds(organizationId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM directives WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether one of the directives supersedes the directive, also by others between them. */
  async isSupersededBy(id: string, ids: readonly string[]): Promise<boolean> {
    const rows = await this.db.query(
      `WITH RECURSIVE reached (id) AS (
         SELECT unnest($2::text[])
         UNION SELECT x.other_id FROM reached JOIN directive_relations x ON x.directive_id = reached.id AND x.kind = 'supersedes')
       SELECT 1 FROM reached WHERE id = $1`,
      [id, ids],
    );
    return rows.length > 0;
  }

  async insert(directive: Directive, relations: Relations): Promise<void> {
    await this.db.query(
      `INSERT INTO directives (${INSERTED.join(', ')})
       SELECT ${INSERTED.join(', ')} FROM jsonb_populate_record(NULL::directives, $1)`,
      [JSON.stringify(directive)],
    );
    await this.relate(directive.id, relations);
  }

  async update(directive: Directive, relations: Partial<Relations>): Promise<void> {
    const columns = [...WRITTEN, 'row_version', 'updated_at'];
    await this.db.query(
      `UPDATE directives d SET ${columns.map((column) => `${column} = n.${column}`).join(', ')}
       FROM jsonb_populate_record(NULL::directives, $1) AS n WHERE d.id = n.id`,
      [JSON.stringify(directive)],
    );
    await this.relate(directive.id, relations);
  }

  /** Waits for records that are being made of it, and makes others wait. */
  async lock(id: string): Promise<void> {
    await this.db.defer(`SELECT 1 FROM directives WHERE id = $1 FOR UPDATE`, [id]);
  }

  async hasRecords(id: string): Promise<boolean> {
    return (await this.db.query(`SELECT 1 FROM directive_records WHERE directive_id = $1 LIMIT 1`, [id])).length > 0;
  }

  async delete(id: string): Promise<void> {
    await this.db.query(`DELETE FROM directives WHERE id = $1`, [id]);
  }

  private async relate(id: string, relations: Partial<Relations>): Promise<void> {
    for (const [kind, others] of Object.entries(relations)) {
      await this.db.defer(
        `DELETE FROM directive_relations WHERE directive_id = $1 AND kind = $2 AND other_id <> ALL ($3)`,
        [id, kind, others],
      );
      await this.db.defer(
        `INSERT INTO directive_relations (directive_id, kind, other_id)
         SELECT $1, $2, x.id FROM unnest($3::text[]) AS x(id) ON CONFLICT DO NOTHING`,
        [id, kind, others],
      );
    }
  }
}

function filtered(conditions: SqlConditions, reader: Reader, query: ListDirectivesQuery): SqlConditions {
  const { kind, status, mandatory, q, aircraft_type } = query;
  conditions.add((p) => `d.organization_id = ${p(reader.organizationId)}`);
  if (kind !== undefined) conditions.add((p) => `d.kind = ${p(kind)}`);
  if (status !== undefined) conditions.add((p) => `${STATE} = ${p(status)}`);
  if (mandatory !== undefined) conditions.add((p) => `d.mandatory = ${p(mandatory)}`);
  if (q !== undefined) conditions.add((p) => `starts_with(d.number_key, ${p(modificationKey(q))})`);
  if (aircraft_type !== undefined) conditions.add((p) => `${p(aircraft_type)} = ANY (d.aircraft_types)`);
  return conditions;
}
