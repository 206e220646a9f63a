/**
 * Records the examples of the reference from the end-to-end tests: keeps those in docs/reference/examples.json that
 * openapi.json still describes, so that a run changes only what has to change.
 *   npm run reference:examples                 records operations without a valid example
 *   npm run reference:examples -- --all        records all again
 *   npm run reference:examples -- PATTERN…     runs only the test files that match
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationsOf } from './description.mjs';
import { ExampleCheck } from './example-check.mjs';
import { chooseExample } from './example-choice.mjs';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const file = path.join(root, 'docs/reference/examples.json');
const document = JSON.parse(readFileSync(path.join(root, 'openapi.json'), 'utf8'));
const known = process.argv.includes('--all') ? {} : JSON.parse(readFileSync(file, 'utf8'));
const patterns = process.argv.slice(2).filter((argument) => argument !== '--all');

const folder = process.env.REFERENCE_EXCHANGES ?? mkdtempSync(path.join(os.tmpdir(), 'reference-'));
if (!process.env.REFERENCE_EXCHANGES) {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, REFERENCE_EXCHANGES: folder } };
  const { status } = spawnSync(process.execPath, [jest, ...patterns, '--selectProjects', 'e2e'], options);
  process.exitCode = status ?? 1;
}

const exchanges = new Map();
for (const name of readdirSync(folder)) {
  for (const line of readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean)) {
    const exchange = JSON.parse(line);
    exchanges.set(exchange.operation, [...(exchanges.get(exchange.operation) ?? []), exchange]);
  }
}
if (!process.env.REFERENCE_EXCHANGES) rmSync(folder, { recursive: true });

const check = new ExampleCheck(document);
const examples = {};
for (const operation of operationsOf(document)) {
  const { operationId } = operation;
  const kept = known[operationId];
  const isValid = kept && check.problemsOf(operation, kept).length === 0;
  const example = isValid ? kept : chooseExample(operation, exchanges.get(operationId) ?? [], check);
  if (example) examples[operationId] = example;
  else console.log(`no example: ${operationId}`);
}
writeFileSync(file, `${JSON.stringify(examples, null, 1)}\n`);
console.log(`${Object.keys(examples).length} examples`);
