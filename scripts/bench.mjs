/**
 * Runs the benchmarks and prints every figure next to its floor and its target:
 *   npm run bench               all that need only this repository
 *   npm run bench -- api start  the named ones
 * `retrieval` runs if BENCH_RETRIEVAL names a folder with one or more labeled sets. `install`, `nodes` (needs
 * redis-server), `soak` (half an hour) and `corpus` (needs BENCH_CORPUS) run only when named. Everything runs on
 * 127.0.0.1 and in temporary folders, which are removed.
 */
import { fork, spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const retrievalSets = process.env.BENCH_RETRIEVAL;

/** Arguments of each benchmark, in order of execution. */
const BENCHMARKS = {
  api: [],
  overload: [],
  hostile: [],
  comparison: [],
  limits: [],
  identity: [],
  oauth: [],
  webhooks: [],
  telemetry: [],
  nodes: [],
  soak: [],
  search: [],
  start: [],
  ingestion: [],
  queue: [],
  import: [],
  'command-line': [],
  sandbox: [],
  console: [],
  ocr: [],
  upload: [],
  'page-image': [],
  answers: [],
  comments: [],
  audit: [],
  backup: [],
  export: [],
  offline: [],
  parts: [],
  retrieval: retrievalSets ? [retrievalSets] : [],
  corpus: [],
  install: [],
};
const byDefault = Object.keys(BENCHMARKS).filter(
  (name) => !['install', 'corpus', 'nodes', 'soak'].includes(name) && (name !== 'retrieval' || retrievalSets),
);

/** Runs one benchmark, passes its output through and collects its figures. */
function run(name) {
  const figures = [];
  return new Promise((resolve) => {
    const child = fork(path.join(root, 'dist/bench', `${name}.js`), BENCHMARKS[name], { cwd: root });
    child.on('message', (figure) => figures.push(figure));
    child.on('exit', (code) => resolve({ name, figures, failed: code !== 0 }));
  });
}

function print(figures) {
  const rows = figures.map(({ name, value, floor = '', ratio, target = '', holds }) => [
    name,
    value,
    floor,
    ratio === undefined ? '' : ratio.toFixed(2),
    target,
    holds === undefined ? '' : holds ? 'ok' : 'below',
  ]);
  rows.unshift(['figure', 'value', 'floor', 'ratio', 'target', '']);
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are: ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exit(2);
}
const build = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' });
if (build.status !== 0) process.exit(1);

const startedAt = performance.now();
const results = [];
for (const name of named.length > 0 ? named : byDefault) {
  process.stderr.write(`${name}\n`);
  results.push(await run(name));
}
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(
  `\n${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0].model}, load ${os.loadavg()[0].toFixed(1)}, ${minutes} min\n`,
);
print(results.flatMap(({ figures }) => figures));
const failed = results.filter((result) => result.failed).map(({ name }) => name);
if (failed.length > 0) console.error(`\nfailed or did not finish: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
