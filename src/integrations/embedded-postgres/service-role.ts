import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import type { ClusterFiles } from './cluster-files.js';

/** The role of the service, which owns its database and cannot read files or run programs. */
export const SERVICE_ROLE = 'amks';

const RIGHTS = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';

/** Objects created by older releases, whose service was a superuser. Indexes and column sequences follow their tables. */
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

/** Where a server listens. */
export interface ServerPlace {
  /** The folder with its data and its socket. */
  cluster: string;
  port: number;
}

/** Longest path of a socket in bytes: the operating systems' limit, without the final zero. */
const LONGEST_SOCKET_PATH = 103;

/** The address of the server's socket; of its port on 127.0.0.1 where there is no socket, or its path is too long. */
export function addressAt(role: string, password: string, { cluster, port }: ServerPlace, database: string): string {
  const socket = path.join(cluster, `.s.PGSQL.${port}`);
  const hasSocket = process.platform !== 'win32' && Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH;
  const host = hasSocket ? encodeURIComponent(cluster) : '127.0.0.1';
  return `postgresql://${role}:${password}@${host}:${port}/${encodeURIComponent(database)}`;
}

/** Creates role and database if missing; returns the role's password. @param superuserAt database URL of the superuser */
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
      // Last, so that an interrupted change is repeated by the next start.
      await server.query(`ALTER DATABASE ${name} OWNER TO ${SERVICE_ROLE}`);
    }
    return password;
  });
}

async function withClient<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  // Otherwise a server that dies under an idle client would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
