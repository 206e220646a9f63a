/**
 * Runs the compiled service in this process, and ends it with the tests however those end. Killed, the worker that runs
 * the test file closes the pipe of standard input; the end of the test runner is looked for. Either is enough, so no test
 * leaves a service or its data behind.
 *
 *   TEST_RUNNER_PID=… node service-process.mjs
 */
import { rmSync } from 'node:fs';

const CHECK_MS = 1_000;
const dataDir = process.env.DATA_DIR;
function die() {
  // Its threads may still write to it.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  process.kill(process.pid, 'SIGKILL');
}

process.stdin.once('end', die).once('error', die).resume();
process.stdin.unref();

const runner = Number(process.env.TEST_RUNNER_PID);
setInterval(() => {
  try {
    process.kill(runner, 0);
  } catch {
    die();
  }
}, CHECK_MS).unref();

await import('../../../dist/bin/main.js');
