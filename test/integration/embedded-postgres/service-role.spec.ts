import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { migrate } from '../../../src/start/migrate.js';
import { EmbeddedPostgresProcess } from '../../support/database/embedded-postgres-process.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER!, 'embedded-postgres-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function withServer(work: (url: string, superuserUrl: string) => Promise<void>): Promise<void> {
  const runner = EmbeddedPostgresProcess.spawn(dataDir);
  try {
    await work(await runner.url(), (await runner.outcome).superuserUrl!);
  } finally {
    await runner.stop();
  }
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Objects of the database, except PostgreSQL's own, that the role of the service does not own. */
const FOREIGN = `
  SELECT relname AS name FROM pg_class WHERE relowner::regrole::text <> 'amks' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT proname FROM pg_proc WHERE proowner::regrole::text <> 'amks' AND pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT typname FROM pg_type WHERE typowner::regrole::text <> 'amks' AND typnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT nspname FROM pg_namespace WHERE nspowner::regrole::text NOT IN ('amks', 'pg_database_owner') AND nspname !~ '^(pg_|information_schema)'
  UNION ALL SELECT datname FROM pg_database WHERE datdba::regrole::text <> 'amks' AND datname = current_database()`;

describe('The role that the service has in the embedded database', () => {
  it('has no right beyond its database, and cannot reach files or programs', async () => {
    await withServer(async (url, superuserUrl) => {
      expect(
        await query(
          url,
          'SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user',
        ),
      ).toEqual([
        { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false },
      ]);
      await query(url, 'CREATE TABLE entry (id int)');
      for (const forbidden of [
        `COPY entry TO PROGRAM 'cat'`,
        `COPY entry FROM PROGRAM 'id'`,
        `COPY entry FROM '/etc/passwd'`,
        `SELECT pg_read_file('pg_hba.conf')`,
        `SELECT pg_read_binary_file('PG_VERSION')`,
        `SELECT pg_ls_dir('.')`,
        `SELECT lo_import('/etc/passwd')`,
        `SELECT rolpassword FROM pg_authid`,
        `ALTER SYSTEM SET log_statement = 'all'`,
        `SELECT pg_reload_conf()`,
        `CREATE ROLE other SUPERUSER`,
        `ALTER ROLE amks SUPERUSER`,
        `SET ROLE postgres`,
        `CREATE FUNCTION f() RETURNS int LANGUAGE c AS 'libc', 'getpid'`,
        `CREATE EXTENSION dblink`,
        `SET session_replication_role = replica`,
      ]) {
        await expect(query(url, forbidden)).rejects.toMatchObject({ code: '42501' });
      }
      expect(new URL(url).password).not.toBe(new URL(superuserUrl).password);
    });
    expect((await stat(path.join(dataDir, 'postgres/service-password'))).mode & 0o777).toBe(0o600);
  });

  it('is given a database that an earlier build made as superuser', async () => {
    await withServer(async (_, superuserUrl) => {
      const server = Object.assign(new URL(superuserUrl), { pathname: '/postgres' }).href;
      await query(server, 'DROP DATABASE service');
      await query(server, 'DROP ROLE amks');
      await query(server, 'CREATE DATABASE service');
      const env = { ...process.env, DATABASE_URL: superuserUrl, DATA_DIR: dataDir };
      await promisify(execFile)(process.execPath, [compiledFile('migration.js'), 'run'], { env });
      expect((await query(superuserUrl, FOREIGN)).length).toBeGreaterThan(50);
    });

    await withServer(async (url) => {
      expect(await query(url, FOREIGN)).toEqual([]);
      await query(url, 'ALTER TABLE users ADD COLUMN note text');
      expect(await migrate(url)).toEqual([]);
    });
  });
});
