/** Runs all checks that do not need the service. A failed step does not stop the next ones. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = (name) => path.join(root, 'node_modules/.bin', name);

const STEPS = [
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['types of sources and tests', bin('tsc'), ['-p', 'tsconfig.check.json']],
  ['lint', bin('eslint'), ['--max-warnings', '0', '.']],
  [
    'import rules',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', 'src', 'packages', 'migrations', 'scripts', 'bench', 'eval'],
  ],
  ['prose', process.execPath, ['scripts/check-prose.mjs']],
  ['share of comments', process.execPath, ['scripts/check-prose.mjs', '--comments']],
  ['dependencies', process.execPath, ['scripts/audit-dependencies.mjs']],
  ['build', process.execPath, ['scripts/build.mjs', '--if-stale']],
  ['migrations against entities', process.execPath, ['dist/bin/migration.js', 'check']],
  ['openapi.json', process.execPath, ['dist/bin/openapi.js', '--check']],
  ['client of openapi.json', process.execPath, ['scripts/sdk.mjs', '--check']],
  ['client', bin('tsc'), ['-p', 'sdk/tsconfig.json']],
  ['.env.example', process.execPath, ['dist/bin/env-example.js', '--check']],
  ['planted faults', process.execPath, ['scripts/mutants.mjs', '--check']],
  ['sample library', process.execPath, ['samples/build.mjs', '--check']],
];

const failed = STEPS.filter(([name, command, args]) => {
  const startedAt = performance.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  console.log(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  );
  return status !== 0;
});
process.exitCode = failed.length > 0 ? 1 : 0;
