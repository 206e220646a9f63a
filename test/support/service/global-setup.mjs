/**
 * Before the tests of a run: compiles what is stale, starts one PostgreSQL for the whole run, and migrates the database
 * `template_app` in it, which test-database.ts clones. Workers find the server by TEST_DATABASE_ADMIN_URL, the service's
 * role by TEST_DATABASE_URL, and a fast folder for their databases by TEST_TEMPORARY_FOLDER. The DATABASE_URL of a
 * developer's environment is neither read nor passed on.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const support = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const root = path.dirname(path.dirname(support));

export default async function globalSetup() {
  // Jest calls this once per project that names it.
  globalThis.testDatabaseStart ??= start();
  await globalThis.testDatabaseStart;
}

async function start() {
  delete process.env.DATABASE_URL;
  process.env.TEST_RUNNER_PID = String(process.pid);
  process.env.TEST_TEMPORARY_FOLDER = temporaryFolder();
  await run('compiling', path.join(root, 'scripts/build.mjs'), ['--if-stale']);
  await run('compiling the client', path.join(root, 'node_modules/typescript/bin/tsc'), [
    '-b',
    'sdk/src/cli',
    'sdk/tsconfig.cjs.json',
  ]);
  const { url: templateUrl, adminUrl } = await startServer();
  const migration = path.join(root, 'dist/bin/migration.js');
  if (existsSync(migration)) await run('migrating', migration, ['run'], { DATABASE_URL: templateUrl });
  process.env.TEST_DATABASE_URL = templateUrl;
  process.env.TEST_DATABASE_ADMIN_URL = Object.assign(new URL(adminUrl), { pathname: '/postgres' }).href;
}

/** In memory where there is plenty: cloning a database makes a thousand files, 10 ms there and up to 400 ms on a disk. */
function temporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > 4 * 1024 ** 3) return '/dev/shm';
  } catch {
    // Only Linux has it.
  }
  return os.tmpdir();
}

async function run(what, script, args, env = {}) {
  try {
    const options = { cwd: root, env: { ...process.env, ...env } };
    await promisify(execFile)(process.execPath, ['--enable-source-maps', script, ...args], options);
  } catch (error) {
    throw new Error(`${what} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  }
}

async function startServer() {
  const server = spawn(
    process.execPath,
    [path.join(support, 'database/database-server.mjs'), process.env.TEST_TEMPORARY_FOLDER],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Signals of the terminal are for the runner; the end of its pipe is what stops the database.
      detached: true,
    },
  );
  globalThis.testDatabaseServer = server;
  for await (const line of readline.createInterface({ input: server.stdout })) {
    const { url, adminUrl, error } = JSON.parse(line);
    if (error) throw new Error(error);
    // Neither may keep a runner alive that has forgotten the teardown; its end closes the pipe.
    for (const handle of [server, server.stdin, server.stdout]) handle.unref();
    return { url, adminUrl };
  }
  throw new Error('the test database ended while it was starting');
}
