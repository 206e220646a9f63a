/**
 * Reads every stored file and compares it with the hash that is its name:
 *
 *   npm run storage:verify
 *
 * One line for each file that is damaged or missing, then a sum; exit code 1 when there is any. Such a file is not served
 * until it is restored and looked at again (docs/operations/storage.md).
 */
import 'reflect-metadata';
import { withApplication } from '../src/application-context.js';
import { BlobVerifier } from '../src/modules/documents/blobs/blob-verifier.js';

let files = 0;
let wrong = 0;
await withApplication(async (app) => {
  for await (const { sha256, state } of app.get(BlobVerifier, { strict: false }).verifyAll()) {
    files += 1;
    if (state === 'sound') continue;
    wrong += 1;
    console.error(`${sha256}: ${state.toUpperCase()}`);
  }
});
console.log(`${files} files, ${wrong} damaged or missing`);
if (wrong > 0) process.exitCode = 1;
