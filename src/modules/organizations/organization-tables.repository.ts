import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';

/** A table in which organizations have rows. */
export interface OwnedTable {
  name: string;
  /** Columns of its primary key, or of what else makes a row one. */
  key: string[];
  /** SQL that is true of the rows of the organization `$1`. */
  condition: string;
}

/** A foreign key of one column. */
interface ForeignKey {
  child: string;
  column: string;
  parent: string;
  parent_column: string;
  /** What becomes of the child: `c` it goes, `a` it holds the parent, `n` it forgets it. */
  on_delete: string;
  required: boolean;
}

const ROOT = 'organizations';
/** What outlives an organization. */
const OUTLIVES = 'organization_deletions';
/** Rows deleted by one statement: each stays far from the time limit of statements, and locks little. */
const BATCH = 1_000;

/**
 * Tables with rows of organizations, and the condition that selects the rows. Reads the catalog of the database, so that
 * tables added later are included. A row belongs to an organization by its column `organization_id` or, without one, by
 * the row that its foreign key refers to.
 */
@Injectable()
export class OrganizationTables {
  constructor(private readonly db: Database) {}

  /** Those whose rows refer to others first; `organizations` itself is the last. */
  async list(): Promise<OwnedTable[]> {
    const foreignKeys = await this.foreignKeys();
    const keys = await this.primaryKeys();
    const named = new Set(await this.tablesWithOrganization());
    const conditions = new Map<string, string>([[ROOT, `${ROOT}.id = $1`]]);
    for (const name of named) conditions.set(name, `${name}.organization_id = $1`);
    // A foreign key that must be set says more than one that may be empty.
    const ownerships = foreignKeys
      .filter(({ on_delete }) => on_delete === 'c')
      .sort((a, b) => Number(b.required) - Number(a.required));
    for (let known = 0; known < conditions.size;) {
      known = conditions.size;
      for (const { child, column, parent, parent_column } of ownerships) {
        const owner = conditions.get(parent);
        if (owner === undefined || conditions.has(child)) continue;
        conditions.set(
          child,
          `${child}.${column} IN (SELECT ${parent}.${parent_column} FROM ${parent} WHERE ${owner})`,
        );
      }
    }
    const others = [...conditions.keys()].filter((name) => name !== ROOT);
    return childrenFirst([...others, ROOT], foreignKeys).map((name) => ({
      name,
      key: keys.get(name) ?? [],
      condition: conditions.get(name) ?? 'false',
    }));
  }

  /** Removes a batch of the organization's rows; returns how many, 0 when no row is left. */
  async deleteSome({ name, condition }: OwnedTable, organizationId: string): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM ${name} WHERE ctid = ANY (ARRAY(SELECT ${name}.ctid FROM ${name} WHERE ${condition} LIMIT ${BATCH}))
       RETURNING 1`,
      [organizationId],
    );
    return rows.length;
  }

  private foreignKeys(): Promise<ForeignKey[]> {
    return this.db.query<ForeignKey>(
      `SELECT c.relname AS child, ca.attname AS column, p.relname AS parent, pa.attname AS parent_column,
              k.confdeltype AS on_delete, ca.attnotnull AS required
       FROM pg_constraint k
         JOIN pg_class c ON c.oid = k.conrelid
         JOIN pg_class p ON p.oid = k.confrelid
         JOIN pg_attribute ca ON ca.attrelid = k.conrelid AND ca.attnum = k.conkey[1]
         JOIN pg_attribute pa ON pa.attrelid = k.confrelid AND pa.attnum = k.confkey[1]
       WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND cardinality(k.conkey) = 1
       ORDER BY k.conname`,
    );
  }

  private async primaryKeys(): Promise<Map<string, string[]>> {
    const rows = await this.db.query<{ name: string; key: string[] }>(
      `SELECT t.relname AS name, array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum)) AS key
       FROM pg_index i
         JOIN pg_class t ON t.oid = i.indrelid
         JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (i.indkey::int2[])
       WHERE i.indisprimary AND t.relnamespace = 'public'::regnamespace GROUP BY t.relname`,
    );
    return new Map(rows.map(({ name, key }) => [name, key]));
  }

  private async tablesWithOrganization(): Promise<string[]> {
    const rows = await this.db.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'organization_id'
         AND NOT a.attisdropped AND c.relname <> '${OUTLIVES}'
       ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  }
}

/** A table comes after those whose rows go with its rows, or hold them. */
function childrenFirst(tables: readonly string[], foreignKeys: readonly ForeignKey[]): string[] {
  const ordered = new Set<string>();
  const visited = new Set<string>();
  const visit = (table: string): void => {
    if (visited.has(table) || !tables.includes(table)) return;
    visited.add(table);
    for (const { child, parent, on_delete } of foreignKeys) {
      if (parent === table && on_delete !== 'n') visit(child);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
}
