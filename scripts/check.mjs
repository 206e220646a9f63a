/** Runs all checks that do not need the service, one per core at a time. A failed step does not stop the others. */
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = (name) => path.join(root, 'node_modules/.bin', name);

/** The build first, because the last ones need it; then the longest. */
const STEPS = [
  ['build', process.execPath, ['scripts/build.mjs', '--if-stale']],
  ['lint', bin('eslint'), ['--max-warnings', '0', '.']],
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['types of sources and tests', bin('tsc'), ['-p', 'tsconfig.check.json']],
  ['types of the console', bin('tsc'), ['-p', 'web']],
  ['types of offline packages', bin('tsc'), ['-p', 'web/offline']],
  [
    'import rules',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', 'src', 'packages', 'migrations', 'scripts', 'bench', 'eval'],
  ],
  ['import rules of the console', bin('depcruise'), ['--config', 'web/.dependency-cruiser.cjs', 'web/src']],
  ['prose', process.execPath, ['scripts/check-prose.mjs']],
  ['share of comments', process.execPath, ['scripts/check-prose.mjs', '--comments']],
  ['dependencies', process.execPath, ['scripts/audit-dependencies.mjs']],
  ['planted faults', process.execPath, ['scripts/mutants.mjs', '--check']],
  ['interface since the last release', process.execPath, ['scripts/api-changes.mjs']],
  ['client of openapi.json', process.execPath, ['scripts/sdk.mjs', '--check']],
  ['client', bin('tsc'), ['-b', 'sdk/src/cli', 'sdk/tsconfig.cjs.json']],
  ['sample library', process.execPath, ['samples/build.mjs', '--check']],
  ['migrations against entities', process.execPath, ['dist/bin/migration.js', 'check']],
  ['openapi.json', process.execPath, ['dist/bin/openapi.js', '--check']],
  ['.env.example', process.execPath, ['dist/bin/env-example.js', '--check']],
];

/** Prints the output of a step when it ends, so that steps that run at the same time do not mix theirs. */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const output = [];
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

const waiting = [...STEPS];
let failures = 0;
let built;
async function takeSteps() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, command, args] = step;
    if (args[0].startsWith('dist/')) await built;
    const startedAt = performance.now();
    const running = run(command, args);
    built ??= running;
    const passed = await running;
    if (!passed) failures += 1;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  }
}
await Promise.all(Array.from({ length: os.availableParallelism() }, takeSteps));
process.exitCode = failures > 0 ? 1 : 0;
