import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ClusterFiles } from './cluster-files.js';

/** Whom the service connects as: the owner of its database, who can neither read files nor run programs. */
export const SERVICE_ROLE = 'amks';

const RIGHTS = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';

/** Everything that migrations of builds whose service was a superuser made. Indexes, and sequences of columns, follow tables. */
const GIVE_ALL = `
  DO $$
  DECLARE statement text;
  BEGIN
    FOR statement IN
      WITH own AS (SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
      object AS (
        SELECT 'SCHEMA' AS kind, format('%I', nspname) AS name FROM own WHERE nspname <> 'public'
        UNION ALL
        SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, oid::regclass::text
        FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace IN (SELECT oid FROM own)
        UNION ALL
        SELECT 'SEQUENCE', s.oid::regclass::text FROM pg_class s
        WHERE relkind = 'S' AND relnamespace IN (SELECT oid FROM own) AND NOT EXISTS (
          SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = s.oid AND deptype IN ('a', 'i'))
        UNION ALL
        SELECT 'ROUTINE', oid::regprocedure::text FROM pg_proc WHERE pronamespace IN (SELECT oid FROM own)
        UNION ALL
        SELECT 'TYPE', oid::regtype::text FROM pg_type
        WHERE typtype IN ('e', 'd', 'r') AND typnamespace IN (SELECT oid FROM own))
      SELECT format('ALTER %s %s OWNER TO ${SERVICE_ROLE}', kind, name) FROM object
    LOOP
      EXECUTE statement;
    END LOOP;
  END $$`;

export function addressAt(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/**
 * Makes the role and its database where they are missing, and gives it a database that the superuser owned. Answers the
 * role's password.
 *
 * @param superuserAt address of a database for the superuser
 */
export async function prepareServiceRole(
  superuserAt: (database: string) => string,
  database: string,
  files: Pick<ClusterFiles, 'readServicePassword' | 'writeServicePassword'>,
): Promise<string> {
  return withClient(superuserAt('postgres'), async (server) => {
    const { rows } = await server.query<{ has_role: boolean; owner: string | null }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS has_role,
        (SELECT datdba::regrole::text FROM pg_database WHERE datname = $2) AS owner`,
      [SERVICE_ROLE, database],
    );
    const { has_role: hasRole, owner } = rows[0]!;
    const name = server.escapeIdentifier(database);
    let password = files.readServicePassword();
    if (!hasRole || password === null) {
      password = randomBytes(32).toString('base64url');
      await server.query(`${hasRole ? 'ALTER' : 'CREATE'} ROLE ${SERVICE_ROLE} ${RIGHTS} PASSWORD '${password}'`);
      files.writeServicePassword(password);
    }
    if (owner === null) await server.query(`CREATE DATABASE ${name} OWNER ${SERVICE_ROLE}`);
    else if (owner !== SERVICE_ROLE) {
      await withClient(superuserAt(database), (client) => client.query(GIVE_ALL));
      // Last: until then the next start gives all of it again.
      await server.query(`ALTER DATABASE ${name} OWNER TO ${SERVICE_ROLE}`);
    }
    return password;
  });
}

async function withClient<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  // A server that dies under an idle client must not end the process by an unhandled event; the query reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
