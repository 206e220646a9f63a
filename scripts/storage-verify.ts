/**
 * Reads every stored file and compares it with the hash that is its name:
 *
 *   npm run storage:verify
 *
 * One line for each file that is damaged or missing, then a sum; exit code 1 when there is any. Such a file is not served
 * until it is restored and looked at again (docs/operations/storage.md). When none of the first is there, nothing is written
 * down of any: then this is not the storage of the service.
 */
import 'reflect-metadata';
import { withApplication } from '../src/application-context.js';
import { BlobVerifier, WrongStorageError } from '../src/modules/documents/blobs/blob-verifier.js';

let files = 0;
let wrong = 0;
try {
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
} catch (error) {
  if (!(error instanceof WrongStorageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
