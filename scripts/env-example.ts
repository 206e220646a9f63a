/** Writes .env.example from the table of settings; `--check` fails if the committed file differs. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { envExample } from '../src/config/env.js';

const file = path.join(projectRoot(), '.env.example');
if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== envExample()) {
    console.error('.env.example does not match src/config/variables: run npm run env:sync and commit it');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, envExample());
}
