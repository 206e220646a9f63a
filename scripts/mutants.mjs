/**
 * Plants the faults of test/mutants/mutants.mjs in a copy of the checkout, one at a time, and runs the tests that must find each:
 *
 *   npm run test:mutants                                all faults
 *   npm run test:mutants -- --only NAME --only NAME     those named
 *   npm run test:mutants -- --list                      where each fault is planted, without running a test
 *   npm run test:mutants -- --check                     whether every place and test exists
 *
 * A fault counts as found only when a test fails, and not by running out of time. A copy that does not compile, a test file that
 * cannot be loaded, and a fault whose text or tests are not in the checkout make the run fail.
 */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { MUTANTS } from '../test/mutants/mutants.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** Below the checkout, because hard links do not cross file systems. */
const copy = path.join(root, '.data', `mutants-${process.pid}`);
/** A fault that makes a test wait indefinitely is not found. */
const LONGEST_RUN_MS = 15 * 60_000;
/** Ends the tests that are running, too. */
const stopping = new AbortController();

const { values: options } = parseArgs({
  options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' }, check: { type: 'boolean' } },
});
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  .toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));

/** The one file whose path ends with `name`, by whole segments. @throws Error unless there is exactly one */
function findFile(name, folders) {
  const found = files.filter((file) => folders.test(file) && `/${file}`.endsWith(`/${name}`));
  if (found.length !== 1) throw new Error(`${name} names ${found.length} files: ${found.join(', ')}`);
  return found[0];
}

/** Where a fault is planted and what is to find it. @throws Error when the table does not fit the checkout */
function located({ name, file, find, replace, tests, only = '' }) {
  try {
    const source = findFile(file, /^(?:src|packages)\//);
    const parts = readFileSync(path.join(root, source), 'utf8').split(find);
    if (parts.length !== 2) throw new Error(`${source} has the text ${parts.length - 1} times: ${find}`);
    return { name, source, text: parts.join(replace), tests: tests.map((test) => findFile(test, /\.spec\.ts$/)), only };
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
}

/** Copies what git knows and links the installed packages, so that links between workspaces stay inside the copy. */
function makeCopy() {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(copy, file));
  }
  for (const entry of readdirSync(path.join(root, 'node_modules'), { recursive: true, withFileTypes: true })) {
    const from = path.join(entry.parentPath, entry.name);
    const to = path.join(copy, path.relative(root, from));
    mkdirSync(entry.isDirectory() ? to : path.dirname(to), { recursive: true });
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else if (entry.isFile()) linkSync(from, to);
  }
}

/** Runs the tests on the copy as it is. Those that start the service compile it first (test/support/service/global-setup.mjs). */
async function failuresOf(tests, only) {
  const report = path.join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = [
    '--runInBand',
    '--json',
    `--outputFile=${report}`,
    '--cacheDirectory=.jest-cache',
    `--testNamePattern=${only}`,
  ];
  const run = promisify(execFile)(
    process.execPath,
    [path.join(copy, 'node_modules/jest/bin/jest.js'), ...args, '--runTestsByPath', ...tests],
    { cwd: copy, timeout: LONGEST_RUN_MS, maxBuffer: Infinity, signal: stopping.signal },
  );
  const { stderr } = await run.catch((error) => error);
  if (!existsSync(report)) throw new Error(`the tests did not run:\n${stderr}`);
  const { numRuntimeErrorTestSuites, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  if (numRuntimeErrorTestSuites > 0) throw new Error(`a test file did not load:\n${stderr}`);
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'failed' && !failureMessages.some(isTimeOut))
    .map(({ fullName, failureMessages: [message = ''] }) => `${fullName}: ${message.split('\n', 1)[0]}`);
}

/** On a slow machine a test runs out of time without a fault. */
const isTimeOut = (message) => message.includes('Exceeded timeout of');

/** Plants one fault, runs its tests and restores the source. */
async function tryOut({ name, source, text, tests, only }) {
  const startedAt = performance.now();
  const row = (outcome, by) => ({ outcome, name, seconds: Math.round((performance.now() - startedAt) / 1000), by });
  writeFileSync(path.join(copy, source), text);
  try {
    const failures = await failuresOf(tests, only);
    return failures.length > 0 ? row('found', failures[0]) : row('SURVIVED', tests.join(' '));
  } catch (error) {
    return row('NOT RUN', error.message);
  } finally {
    copyFileSync(path.join(root, source), path.join(copy, source));
  }
}

const unknown = (options.only ?? []).filter((name) => !MUTANTS.some((mutant) => mutant.name === name));
if (unknown.length > 0) throw new Error(`no fault named ${unknown.join(', ')}`);
const chosen = MUTANTS.filter(({ name }) => !options.only || options.only.includes(name)).map(located);
if (options.check) {
  console.log(`${chosen.length} faults can be planted`);
} else if (options.list) {
  for (const { name, source, tests } of chosen) console.log(`${name}\n  ${source}\n  ${tests.join('\n  ')}`);
} else {
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
  makeCopy();
  const startedAt = performance.now();
  const rows = [];
  for (const mutant of chosen) {
    if (stopping.signal.aborted) break;
    rows.push(await tryOut(mutant));
    const { outcome, name, seconds, by } = rows.at(-1);
    console.log(`${outcome.padEnd(8)}  ${name} (${seconds} s)\n          ${by}`);
  }
  const count = (outcome) => rows.filter((row) => row.outcome === outcome).length;
  console.table(rows.map(({ name, outcome, seconds }) => ({ name, outcome, seconds })));
  console.log(
    `${count('found')} of ${chosen.length} found in ${Math.round((performance.now() - startedAt) / 60_000)} min`,
  );
  process.exitCode = count('found') === chosen.length ? 0 : 1;
}
