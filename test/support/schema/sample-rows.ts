import { createHash } from 'node:crypto';
import type pg from 'pg';
import { orderByReferences, type Reference } from '../../../src/backup/load-order.js';

type Row = Record<string, unknown>;

interface Column {
  table: string;
  name: string;
  /** As PostgreSQL names it; of an array with an underscore in front. */
  type: string;
  is_required: boolean;
  /** Where a check names the values, the first of them. */
  first_admitted: string | null;
  /** Whether a check wants a SHA-256 in hexadecimal. */
  is_sha256: boolean;
}

interface ForeignKey extends Reference {
  columns: string[];
  referenced: string[];
  /** May be left to later: it closes a circle. */
  is_deferrable: boolean;
}

/** What checks want that concern several columns together. Columns that the release does not have are left out. */
const TOGETHER: Record<string, Row> = {
  identity_providers: { issuer: null, saml: null },
  idempotency_keys: { claim_id: null, claimed_until: null },
  document_shares: { team_id: null },
  notifications: { share_id: null, revision_id: null },
  webhook_endpoints: { enabled: true, deleted_at: null, disabled_at: null, disabled_reason: null },
};

const VALUES: Record<string, (number: number, column: string) => unknown> = {
  text: (number, column) => `${column} ${number}`,
  int2: (number) => number,
  int4: (number) => number,
  int8: (number) => number,
  float4: (number) => number,
  float8: (number) => number,
  numeric: (number) => number,
  bool: () => false,
  bytea: (number, column) => digest(`${column} ${number}`),
  date: () => '2026-01-01',
  timestamptz: () => '2026-01-01T00:00:00Z',
  json: () => '{}',
  jsonb: () => '{}',
  inet: () => '127.0.0.1',
  uuid: (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
};

/**
 * Writes at least one row into each table of the schema `public`, from the catalog: tables in the order of their foreign
 * keys, columns by their type, two rows of which one has all columns and the other those alone that it must have.
 *
 * @throws Error that names the tables which take neither, and why: what their checks want belongs into `TOGETHER`
 */
export async function fillEveryTable(sql: pg.Client): Promise<void> {
  const columns = await columnsOf(sql);
  const keys = await foreignKeysOf(sql);
  const tables = [...new Set(columns.map(({ table }) => table))];
  const refusals: string[] = [];
  const order = orderByReferences(
    tables,
    keys.filter(({ is_deferrable }) => !is_deferrable),
  );
  for (const table of order) {
    const own = columns.filter((column) => column.table === table);
    const ownKeys = keys.filter(({ from }) => from === table);
    const together = Object.entries(TOGETHER[table] ?? {}).filter(([name]) => own.some((one) => one.name === name));
    const reasons: string[] = [];
    for (const [index, chosen] of [own, own.filter(({ is_required }) => is_required)].entries()) {
      const row = { ...(await rowOf(sql, chosen, ownKeys, index + 1)), ...Object.fromEntries(together) };
      await insert(sql, table, row).catch((error: Error) => reasons.push(error.message));
    }
    if (reasons.length === 2) refusals.push(`${table}: ${reasons.join('; ')}`);
  }
  if (refusals.length > 0) throw new Error(`tables without a row:\n${refusals.join('\n')}`);
}

/** How many rows each table of the schema `public` has. */
export async function countRows(sql: pg.Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const { rows } = await sql.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  for (const { name } of rows) {
    const counted = await sql.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`);
    counts[name] = counted.rows[0]!.count;
  }
  return counts;
}

async function rowOf(sql: pg.Client, columns: Column[], keys: ForeignKey[], number: number): Promise<Row> {
  const row: Row = Object.fromEntries(columns.map((column) => [column.name, valueOf(column, number)]));
  for (const key of keys) {
    if (!key.columns.some((name) => name in row)) continue;
    const { rows } = await sql.query<Row>(
      `SELECT ${key.referenced.join(', ')} FROM "${key.to}" ORDER BY 1 LIMIT ${number}`,
    );
    for (const [index, name] of key.columns.entries()) row[name] = rows.at(-1)?.[key.referenced[index]!] ?? null;
  }
  return row;
}

function valueOf({ name, type, first_admitted, is_sha256 }: Column, number: number): unknown {
  if (first_admitted !== null) return first_admitted;
  if (is_sha256) return digest(String(number)).toString('hex');
  if (type.startsWith('_')) return '{}';
  const value = VALUES[type];
  if (!value) throw new Error(`no value is known for type ${type}, of column ${name}`);
  return value(number, name);
}

async function insert(sql: pg.Client, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  await sql.query(
    `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

/** All that a row can be given: no identities, nothing generated. */
async function columnsOf(sql: pg.Client): Promise<Column[]> {
  const { rows } = await sql.query<Column>(
    `SELECT c.relname AS table, quote_ident(a.attname) AS name, t.typname AS type,
       a.attnotnull AND NOT a.atthasdef AS is_required,
       (SELECT substring(pg_get_constraintdef(k.oid) FROM '= ANY \\(+ARRAY\\[''([^'']+)''')
        FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
          AND pg_get_constraintdef(k.oid) LIKE '%= ANY (%' LIMIT 1) AS first_admitted,
       EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
         AND pg_get_constraintdef(k.oid) LIKE '%[0-9a-f]{64}%') AS is_sha256
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'migrations'
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity = '' AND a.attgenerated = ''
     ORDER BY c.relname, a.attnum`,
  );
  return rows;
}

async function foreignKeysOf(sql: pg.Client): Promise<ForeignKey[]> {
  const names = (relation: string, keys: string): string =>
    `(SELECT array_agg(quote_ident(a.attname)::text ORDER BY k.n) FROM unnest(${keys}) WITH ORDINALITY k (attnum, n)
      JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = k.attnum)`;
  const { rows } = await sql.query<ForeignKey>(
    `SELECT f.relname AS from, t.relname AS to, ${names('c.conrelid', 'c.conkey')} AS columns,
       ${names('c.confrelid', 'c.confkey')} AS referenced, c.condeferrable AS is_deferrable
     FROM pg_constraint c JOIN pg_class f ON f.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  return rows;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
