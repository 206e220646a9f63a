/**
 * The PostgreSQL of one test run, in a separate process whose life depends on a pipe: it stops when its standard
 * input ends, which happens no matter how the test runner ends: normally, by Ctrl-C, or by kill -9.
 *
 *   node database-server.mjs <temporary folder>
 *
 * Prints one line of JSON, {url, adminUrl} for the service's role and for the superuser, or {error}; then removes what it made in the folder when it ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../../../dist/src/integrations/embedded-postgres/embedded-postgres.js';

/** Tests need speed, and nothing of theirs has to survive a power failure. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '128MB',
  max_connections: '200',
};

const print = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const dataDir = mkdtempSync(path.join(process.argv[2], 'service-tests-'));
let database;

/** Settings that tests may change and the service must not: audit trail triggers, and the victim of a deadlock. */
async function grantParameters(adminUrl) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('GRANT SET ON PARAMETER session_replication_role, deadlock_timeout TO amks');
  await client.end();
}

async function end(code) {
  await database?.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code);
}

process.once('SIGTERM', () => void end(143));
const inputEnded = new Promise((resolve) => process.stdin.once('end', resolve).once('error', resolve).resume());

try {
  database = await EmbeddedPostgres.start({ dataDir, database: 'template_app', settings: SETTINGS });
  const { connectionString: url, superuserConnectionString: adminUrl } = database;
  await grantParameters(adminUrl);
  print({ url, adminUrl });
  await inputEnded;
  await end(0);
} catch (error) {
  print({ error: error.message });
  await end(1);
}
