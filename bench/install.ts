/** Measures time and disk space of `npm ci` in a fresh clone of this repository, with the current npm cache. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { progress, report } from './support/figure.js';

const TARGETS = { seconds: 120, gigabytes: 1.2 };
const run = promisify(execFile);

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'amks-install-'));
  try {
    const clone = path.join(folder, 'clone');
    await run('git', ['clone', '--quiet', '--depth', '1', `file://${projectRoot()}`, clone]);
    progress('npm ci');
    const startedAt = performance.now();
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: clone, maxBuffer: 64 * 2 ** 20 });
    const seconds = (performance.now() - startedAt) / 1000;
    const { stdout } = await run('du', ['-sk', path.join(clone, 'node_modules')]);
    const gigabytes = (Number.parseInt(stdout, 10) * 1024) / 1e9;
    report({
      name: 'npm ci',
      value: `${seconds.toFixed(0)} s`,
      target: `≤ ${TARGETS.seconds} s`,
      holds: seconds <= TARGETS.seconds,
    });
    report({
      name: 'node_modules on disk',
      value: `${gigabytes.toFixed(2)} GB`,
      target: `≤ ${TARGETS.gigabytes} GB`,
      holds: gigabytes <= TARGETS.gigabytes,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
