/**
 * Reads every stored file and compares it with the hash in its name:
 *   npm run storage:verify
 * Prints one line per damaged or missing file and a total; exits with code 1 if there are any. Such a file is not
 * served until it is restored and verified again (docs/operations/storage.md). If none of the first files exist,
 * nothing is recorded, because DATA_DIR or bucket is not the service's.
 */
import 'reflect-metadata';
import { withApplication } from '../src/start/application-context.js';
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
