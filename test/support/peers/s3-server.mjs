/**
 * An S3 server in a separate process (s3rver) that misbehaves on demand:
 *
 *   node s3-server.mjs DIRECTORY BUCKET [PORT]   prints {"url": "http://127.0.0.1:port"} once it listens; ends with its standard input
 *
 * `POST /control` sets `{"fault": null | "hang" | "error" | "hold" | "corrupt"}`: hang answers nothing, error answers 503 to
 * everything, hold begins to receive contents and goes no further, corrupt receives other contents than were sent.
 *
 * Added to s3rver is what S3 promises and s3rver does not do: an object appears whole or not at all, contents are compared
 * with the hash that the request names, and unfinished multipart uploads can be listed and aborted.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from 's3rver';
import S3Error from '../../../node_modules/s3rver/lib/models/error.js';

const [directory, bucket, port = '0'] = process.argv.slice(2);
const state = { fault: null };
const server = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket }] });
await server.configureBuckets();
const { store } = server;

/** Writes a content to its place in one step. */
async function receive(content, file, expected = []) {
  const incoming = path.join(directory, '.incoming', randomUUID());
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let size = 0;
  await mkdir(path.dirname(incoming), { recursive: true });
  try {
    await pipeline(
      content,
      async function* (source) {
        for await (const chunk of source) {
          size += chunk.length;
          if (state.fault === 'corrupt') chunk[0] ^= 1;
          sha256.update(chunk);
          md5.update(chunk);
          yield chunk;
          while (state.fault === 'hold') await sleep(20);
        }
      },
      createWriteStream(incoming),
    );
    const hash = sha256.digest('hex');
    if (expected.some((value) => /^[0-9a-f]{64}$/.test(value) && value !== hash))
      throw new S3Error('XAmzContentSHA256Mismatch', 'The provided hash does not match what was computed.');
    await mkdir(path.dirname(file), { recursive: true });
    await rename(incoming, file);
  } catch (error) {
    await rm(incoming, { force: true });
    throw error;
  }
  return { size, md5: md5.digest('hex') };
}

store.putObject = async (object) => {
  const { metadata, content } = object;
  const headers = content.headers ?? {};
  const checksum = Buffer.from(headers['x-amz-checksum-sha256'] ?? '', 'base64').toString('hex');
  const expected = [headers['x-amz-content-sha256'] ?? '', checksum];
  const file = store.getResourcePath(object.bucket, object.key, 'object');
  const received = await receive(content, file, expected);
  await store.putMetadata(object.bucket, object.key, metadata, received.md5);
  return received;
};
// s3rver takes an end of 0 for none.
const { getObject } = store;
store.getObject = (name, key, { start, end } = {}) =>
  getObject.call(store, name, key, { start, end: end === 0 ? Object(0) : end });
const uploadFolder = (id) => path.join(store.getResourcePath(bucket, undefined, 'uploads'), id);
store.putPart = (_bucket, id, number, content) => receive(content, path.join(uploadFolder(id), String(number)));

async function listUploads() {
  const ids = await readdir(uploadFolder('')).catch(() => []);
  const uploads = await Promise.all(
    ids.map(async (id) => {
      const [key, { mtime }] = [await readFile(path.join(uploadFolder(id), 'key')), await stat(uploadFolder(id))];
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`;
    }),
  );
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`;
}

const s3 = server.callback();
const front = http.createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1');
  if (pathname === '/control') {
    Object.assign(state, await json(request));
    return response.writeHead(204).end();
  }
  if (state.fault === 'hang') return;
  if (state.fault === 'error') {
    request.resume();
    return response.writeHead(503, { 'content-type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>');
  }
  if (request.method === 'GET' && [`/${bucket}`, `/${bucket}/`].includes(pathname) && searchParams.has('uploads'))
    return response.writeHead(200, { 'content-type': 'application/xml' }).end(await listUploads());
  const upload = searchParams.get('uploadId');
  if (request.method === 'DELETE' && upload !== null) {
    await rm(uploadFolder(upload), { recursive: true, force: true });
    return response.writeHead(204).end();
  }
  s3(request, response);
});
// A test that is busy for longer must not find its connection closed.
front.keepAliveTimeout = 0;
front.listen(Number(port), '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${front.address().port}` }));
});
process.stdin.resume().on('end', () => process.exit(0));
