import type pg from 'pg';

/** Everything that migrations make, one line each, by kind: two databases have the same schema when these are equal. */
export type Schema = Record<string, string[]>;

const IN_PUBLIC = `'public'::regnamespace`;

/** [kind, query of lines of text]. Of columns the order is left out: it is that in which they were added. */
const KINDS: readonly [string, string][] = [
  [
    'columns',
    `SELECT format('%s.%s %s %s default %s identity %s generated %s', table_name, column_name,
       format_type(a.atttypid, a.atttypmod), is_nullable, column_default, identity_generation, generation_expression) AS line
     FROM information_schema.columns c
     JOIN pg_attribute a ON a.attrelid = format('%I.%I', table_schema, table_name)::regclass AND a.attname = column_name
     WHERE table_schema = 'public'`,
  ],
  [
    'storage',
    `SELECT format('%s.%s %s %s', attrelid::regclass, attname, attstorage, attcompression) AS line FROM pg_attribute a
     JOIN pg_class c ON c.oid = a.attrelid WHERE c.relkind = 'r' AND c.relnamespace = ${IN_PUBLIC} AND attnum > 0 AND NOT attisdropped`,
  ],
  [
    'tables',
    `SELECT format('%s %s', relname, reloptions) AS line FROM pg_class WHERE relkind = 'r' AND relnamespace = ${IN_PUBLIC}`,
  ],
  [
    'constraints',
    `SELECT format('%s.%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) AS line
     FROM pg_constraint WHERE connamespace = ${IN_PUBLIC}`,
  ],
  [
    'indexes',
    `SELECT format('%s %s', pg_get_indexdef(indexrelid), indisvalid) AS line FROM pg_index i
     JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = ${IN_PUBLIC}`,
  ],
  [
    'triggers',
    `SELECT format('%s %s', pg_get_triggerdef(t.oid), tgenabled) AS line FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT tgisinternal AND c.relnamespace = ${IN_PUBLIC}`,
  ],
  [
    'functions',
    `SELECT pg_get_functiondef(oid) AS line FROM pg_proc p WHERE pronamespace = ${IN_PUBLIC}
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  ],
  [
    'types',
    `SELECT format('%s %s', typname, array(SELECT enumlabel FROM pg_enum WHERE enumtypid = t.oid ORDER BY enumsortorder)) AS line
     FROM pg_type t WHERE typnamespace = ${IN_PUBLIC}`,
  ],
  ['views', `SELECT format('%s %s', viewname, definition) AS line FROM pg_views WHERE schemaname = 'public'`],
  [
    'sequences',
    `SELECT format('%s %s', sequencename, data_type) AS line FROM pg_sequences WHERE schemaname = 'public'`,
  ],
  ['extensions', `SELECT extname::text AS line FROM pg_extension`],
  ['migrations', `SELECT name AS line FROM migrations`],
];

/** The schema of a database as its catalog describes it. */
export async function schemaOf(sql: pg.Client): Promise<Schema> {
  const schema: Schema = {};
  for (const [kind, query] of KINDS) {
    const { rows } = await sql.query<{ line: string }>(`${query} ORDER BY 1`);
    schema[kind] = rows.map(({ line }) => line);
  }
  return schema;
}
