/**
 * Bundled into dist/bin by its test: a parser can read code only there.
 *
 * Simulates a file that took over a parser: tries to read foreign data by every way that JavaScript offers. Reports how
 * each try ended, by name: `read`, or the code of the error.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { startWatchdog } from '@amks/reader/processes/child-watchdog.js';

const READS = `require('node:worker_threads').parentPort.postMessage(String(require('node:fs').readFileSync(PATH)).length)`;

process.on('disconnect', () => process.exit(1));
process.on('message', async ({ secret, folder, lent }) => {
  startWatchdog(2 ** 31);
  const inThread = (Class, options) =>
    new Promise((resolve, reject) => {
      const thread = new Class(READS.replace('PATH', JSON.stringify(secret)), { eval: true, ...options });
      thread.on('message', resolve).on('error', reject);
    });
  const thread = () =>
    new Worker(new URL('../../node_modules/reflect-metadata/Reflect.js', import.meta.url), { execArgv: [] });
  const tries = {
    lent: () => readFileSync(lent),
    secret: () => readFileSync(secret),
    folder: () => readdirSync(folder),
    parent: () => readdirSync('..'),
    environment: () => readFileSync(`/proc/${process.ppid}/environ`),
    descriptor: () => readlinkSync(`/proc/${process.ppid}/cwd`),
    write: () => writeFileSync('planted', ''),
    program: () => execFileSync('cat', [secret]),
    thread: () => inThread(Worker, {}),
    freeThread: () => inThread(Worker, { execArgv: [] }),
    freeThreadByEnvironment: () => inThread(Worker, { env: { NODE_OPTIONS: '--no-warnings' } }),
    threadOfInstance: () => inThread(thread().constructor, { execArgv: [] }),
    threadOfRequire: () => inThread(createRequire(import.meta.url)('worker_threads').Worker, { execArgv: [] }),
    binding: () => process.binding('fs'),
    native: async () => (await import('sharp')).default(secret).metadata(),
  };
  const ends = {};
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      await attempt();
      ends[name] = 'read';
    } catch (error) {
      ends[name] = error.code ?? error.message;
    }
  }
  const { HOME, ...environment } = process.env;
  process.send({ ends, environment, uid: process.getuid(), groups: process.getgroups(), home: HOME });
});
