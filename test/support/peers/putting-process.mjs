/**
 * Puts a blob and may be killed while it does: `node putting-process.mjs OPTIONS`, with JSON of `{kind: "file", folder}` or
 * `{kind: "s3", options}` and `{bytes, endless}`. Prints `reading` once half of the content has been read; an endless
 * source then says nothing more.
 */
import { Readable } from 'node:stream';
import { FileBlobStorage } from '../../../dist/src/integrations/storage/file-blob-storage.js';
import { S3BlobStorage } from '../../../dist/src/integrations/storage/s3-blob-storage.js';

const { kind, folder, options, bytes, endless } = JSON.parse(process.argv[2]);
const storage = kind === 'file' ? new FileBlobStorage(folder) : new S3BlobStorage(options);
const chunk = Buffer.alloc(64 * 1024, 'k');

async function* content() {
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    if (sent >= bytes / 2 && sent < bytes / 2 + chunk.length) console.log('reading');
    yield chunk;
  }
  if (endless) await new Promise(() => setInterval(() => undefined, 1000));
}
await storage.put(Readable.from(content()), { maxBytes: 2 * bytes });
console.log('stored');
