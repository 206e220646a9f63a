/**
 * Runs the compiled service in this process, and ends it with the tests however those end. Killed, the worker that runs
 * the test file closes the pipe of standard input, and the test runner takes the database of the run with it: either is
 * enough. So no test leaves a service or its data behind.
 *
 *   TEST_DATABASE_ADMIN_URL=… node service-process.mjs
 */
import { rmSync } from 'node:fs';
import pg from 'pg';

const dataDir = process.env.DATA_DIR;
function die() {
  rmSync(dataDir, { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
}

process.stdin.once('end', die).once('error', die).resume();
process.stdin.unref();

const lifeline = new pg.Client({ connectionString: process.env.TEST_DATABASE_ADMIN_URL });
lifeline.once('end', die).on('error', die);
await lifeline.connect();
lifeline.unref();
delete process.env.TEST_DATABASE_ADMIN_URL;

await import('../../../dist/bin/main.js');
