import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { projectRoot } from '@amks/reader/processes/installation.js';
import {
  BlobNotFoundError,
  BlobTooLargeError,
  StorageUnavailableError,
} from '../../../src/integrations/storage/blob-storage.errors.js';
import { blobKey, type BlobStorage } from '../../../src/integrations/storage/blob-storage.js';
import { FileBlobStorage } from '../../../src/integrations/storage/file-blob-storage.js';
import { S3BlobStorage, type S3BlobStorageOptions } from '../../../src/integrations/storage/s3-blob-storage.js';
import { parseStorageUrl } from '../../../src/integrations/storage/storage-url.js';
import { S3_ACCOUNT, startS3, type TestS3 } from '../../support/peers/s3-server.js';

const MEBIBYTE = 1024 ** 2;
const roomy = { maxBytes: 1024 * MEBIBYTE };
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const expectProblem = async (work: Promise<unknown>, problem: string): Promise<void> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StorageUnavailableError);
  expect(error).toMatchObject({ problem, code: 'SERVICE_UNAVAILABLE', status: 503, details: { reason: 'storage' } });
};

let folder: string;
let s3: TestS3;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'blob-storage-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const s3Options = (more: Partial<S3BlobStorageOptions> = {}): S3BlobStorageOptions => ({
  location: parseStorageUrl(s3.storageUrl('amks/test')),
  credentials: S3_ACCOUNT,
  temporaryFolder: path.join(folder, 's3', 'tmp'),
  ...more,
});
const kinds: [string, () => BlobStorage, () => object][] = [
  [
    'files',
    () => new FileBlobStorage(path.join(folder, 'files')),
    () => ({ kind: 'file', folder: path.join(folder, 'files') }),
  ],
  ['s3', () => new S3BlobStorage(s3Options()), () => ({ kind: 's3', options: s3Options() })],
];

describe.each(kinds)('BlobStorage: %s', (kind, create, processOptions) => {
  let storage: BlobStorage;
  beforeAll(() => (storage = create()));
  afterAll(() => storage.close());

  const put = (content: Buffer) => storage.put(Readable.from([content]), roomy);
  const temporaryFiles = () => readdir(path.join(folder, kind, 'tmp'));
  const listed = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const blob of storage.list()) found.push(blob.sha256);
    return found;
  };

  it('stores content under its hash and gives it back, whole and in parts', async () => {
    const content = randomBytes(3 * MEBIBYTE);
    const hash = sha256(content);
    expect(await put(content)).toEqual({ sha256: hash, size: content.length });
    expect(await storage.stat(hash)).toEqual({ size: content.length });
    expect(content.equals(await buffer(await storage.open(hash)))).toBe(true);
    for (const range of [
      { start: 0, end: 0 },
      { start: 5, end: 9 },
      { start: 100_000, end: 2_000_000 },
      { start: content.length - 1, end: content.length - 1 },
    ]) {
      const part = await buffer(await storage.open(hash, range));
      expect(part.equals(content.subarray(range.start, range.end + 1))).toBe(true);
    }
    expect(await listed()).toContain(hash);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('stores empty content', async () => {
    const { sha256: hash, size } = await storage.put(Readable.from([]), roomy);
    expect(size).toBe(0);
    expect(await buffer(await storage.open(hash))).toHaveLength(0);
  });

  it('stores the same content once, also when many put it at the same time', async () => {
    const content = randomBytes(MEBIBYTE);
    const results = await Promise.all(Array.from({ length: 8 }, () => put(content)));
    expect(new Set(results.map((blob) => blob.sha256))).toEqual(new Set([sha256(content)]));
    expect((await listed()).filter((hash) => hash === sha256(content))).toHaveLength(1);
    expect(content.equals(await buffer(await storage.open(sha256(content))))).toBe(true);
  });

  it('asks before anything is visible, and keeps nothing when refused', async () => {
    const content = randomBytes(1000);
    const refused = storage.put(Readable.from([content]), {
      ...roomy,
      beforePublish: async ({ sha256: hash, size }, file) => {
        expect({ hash, size }).toEqual({ hash: sha256(content), size: 1000 });
        expect(content.equals(await readFile(file))).toBe(true);
        expect(await storage.stat(hash)).toBeNull();
        throw new Error('refused');
      },
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await storage.stat(sha256(content))).toBeNull();
    expect(await temporaryFiles()).toEqual([]);
  });

  it('accepts exactly maxBytes, refuses one more and stops reading', async () => {
    const chunk = randomBytes(64 * 1024);
    await storage.put(Readable.from([chunk]), { maxBytes: chunk.length });
    let read = 0;
    const endless = new Readable({
      read() {
        read += 1;
        this.push(chunk);
      },
    });
    const refused = storage.put(endless, { maxBytes: chunk.length * 3 - 1 });
    await expect(refused).rejects.toBeInstanceOf(BlobTooLargeError);
    expect(endless.destroyed).toBe(true);
    expect(read).toBeLessThan(8);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('keeps nothing of a source that fails or is aborted', async () => {
    const before = await listed();
    const failing = Readable.from(
      (function* () {
        yield randomBytes(1000);
        throw new Error('connection lost');
      })(),
    );
    await expect(storage.put(failing, roomy)).rejects.toThrow('connection lost');
    const aborted = new Readable({ read() {} });
    aborted.push(randomBytes(1000));
    const waiting = storage.put(aborted, roomy);
    setTimeout(() => aborted.destroy(), 20);
    await expect(waiting).rejects.toThrow();
    expect(await listed()).toEqual(before);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('says that a blob is missing, and deletes without complaint', async () => {
    const missing = sha256(Buffer.from('never stored'));
    expect(await storage.stat(missing)).toBeNull();
    await expect(storage.open(missing)).rejects.toBeInstanceOf(BlobNotFoundError);
    await expect(storage.withLocalFile(missing, () => Promise.resolve())).rejects.toBeInstanceOf(BlobNotFoundError);
    await storage.delete(missing);
    const { sha256: hash } = await put(Buffer.from('to be deleted'));
    await storage.delete(hash);
    expect(await storage.stat(hash)).toBeNull();
    expect(await listed()).not.toContain(hash);
  });

  it.each(['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`])('refuses %j as a name', async (name) => {
    await expect(storage.stat(name)).rejects.toThrow(TypeError);
    await expect(storage.open(name)).rejects.toThrow(TypeError);
    await expect(storage.delete(name)).rejects.toThrow(TypeError);
    await expect(storage.withLocalFile(name, () => Promise.resolve())).rejects.toThrow(TypeError);
  });

  it('lends local files, to many at the same time', async () => {
    const content = randomBytes(200_000);
    const { sha256: hash } = await put(content);
    const paths = await Promise.all(
      Array.from({ length: 5 }, () =>
        storage.withLocalFile(hash, async (file) => {
          expect(content.equals(await readFile(file))).toBe(true);
          return file;
        }),
      ),
    );
    expect(new Set(paths).size).toBe(1);
    await expect(storage.withLocalFile(hash, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('can be used', async () => {
    await storage.ping();
  });

  it('shows nothing of a put whose process is killed', async () => {
    const [before, lent] = [await listed(), await temporaryFiles()];
    const script = path.join(projectRoot(), 'test/support/peers/putting-process.mjs');
    const options = JSON.stringify({ ...processOptions(), bytes: 2 * MEBIBYTE, endless: true });
    const child = spawn(process.execPath, [script, options], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await listed()).toEqual(before);
    const [left] = (await temporaryFiles()).filter((file) => !lent.includes(file));
    expect(left).toBeDefined();
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(path.join(folder, kind, 'tmp', left!), longAgo, longAgo);
    expect(await storage.discardUnfinished()).toBe(1);
    expect(await temporaryFiles()).toEqual(lent);
  });
});

describe('S3BlobStorage', () => {
  let storage: S3BlobStorage;
  beforeAll(() => (storage = new S3BlobStorage(s3Options({ singleRequestBytes: 6 * MEBIBYTE }))));
  afterAll(() => storage.close());
  afterEach(() => s3.tell(null));

  const keyOf = (hash: string): string => `amks/test/${blobKey(hash)}`;
  const put = (content: Buffer) => storage.put(Readable.from([content]), roomy);
  const uploadsFolder = (): string => path.join(path.dirname(s3.fileOf('x')), '._S3rver_uploads');
  const uploads = (): Promise<string[]> => readdir(uploadsFolder()).catch(() => []);

  it('puts blobs under prefix and hash', async () => {
    const { sha256: hash } = await put(Buffer.from('under its key'));
    expect(await s3.keys()).toContain(keyOf(hash));
  });

  it('sends large content in parts', async () => {
    const content = randomBytes(20 * MEBIBYTE);
    const { sha256: hash } = await put(content);
    expect(content.equals(await readFile(s3.fileOf(keyOf(hash))))).toBe(true);
    expect(await uploads()).toEqual([]);
  });

  it('does not send again what is stored, unless told that it cannot be relied upon', async () => {
    const content = randomBytes(1000);
    const { sha256: hash } = await put(content);
    const file = s3.fileOf(keyOf(hash));
    const damaged = Buffer.alloc(1000, 'x');
    await writeFile(file, damaged);
    await put(content);
    expect(damaged.equals(await readFile(file))).toBe(true);
    await storage.put(Readable.from([content]), { ...roomy, beforePublish: () => Promise.resolve('replace') });
    expect(content.equals(await readFile(file))).toBe(true);
  });

  it('is refused by the store when the content changes on its way, and nothing appears', async () => {
    await s3.tell('corrupt');
    const content = randomBytes(1000);
    await expectProblem(put(content), 'integrity');
    await s3.tell(null);
    expect(await storage.stat(sha256(content))).toBeNull();
  });

  it('keeps nothing of content that changed on its way in parts', async () => {
    await s3.tell('corrupt');
    const content = randomBytes(7 * MEBIBYTE);
    await expectProblem(put(content), 'integrity');
    await s3.tell(null);
    expect(await storage.stat(sha256(content))).toBeNull();
    await put(content);
    expect(content.equals(await readFile(s3.fileOf(keyOf(sha256(content)))))).toBe(true);
  });

  it('stores and checks more than goes in one request within little memory', async () => {
    const usual = new S3BlobStorage(s3Options());
    const chunk = randomBytes(MEBIBYTE);
    // What is in use, not what waits to be collected. Looked at by amount, not by time: a collection may take longer than any pause.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const memory = (): number => {
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = memory();
    let most = 0;
    const look = (): void => void (most = Math.max(most, memory() - before));
    const content = function* (): Generator<Buffer> {
      for (let n = 0; n < 160; n += 1) {
        if (n % 8 === 0) look();
        yield chunk;
      }
    };
    const { sha256: hash, size } = await usual.put(Readable.from(content()), roomy);
    const read = createHash('sha256');
    let seen = 0;
    for await (const part of await usual.open(hash)) {
      read.update(part as Buffer);
      const due = Math.floor(seen / (8 * MEBIBYTE));
      seen += (part as Buffer).length;
      if (Math.floor(seen / (8 * MEBIBYTE)) > due) look();
    }
    expect([size, read.digest('hex')]).toEqual([160 * MEBIBYTE, hash]);
    // Two parts of 5 MiB on their way, their copies, and what the sockets of a busy machine have not sent.
    expect(most).toBeLessThan(96 * MEBIBYTE);
    await usual.delete(hash);
    await usual.close();
  });

  it('lends no copy of content that is not what its hash says', async () => {
    const { sha256: hash } = await put(randomBytes(1000));
    await writeFile(s3.fileOf(keyOf(hash)), Buffer.alloc(1000));
    await expectProblem(
      storage.withLocalFile(hash, () => Promise.resolve()),
      'integrity',
    );
  });

  it('removes its local copies', async () => {
    const other = new S3BlobStorage(s3Options({ temporaryFolder: path.join(folder, 'copies') }));
    const { sha256: hash } = await other.put(Readable.from(['copied']), roomy);
    const copy = await other.withLocalFile(hash, (file) => Promise.resolve(file));
    expect(existsSync(copy)).toBe(true);
    await other.close();
    expect(await readdir(path.join(folder, 'copies'))).toEqual([]);
  });

  it('shows nothing of a put whose process is killed while it sends, in one request or in parts', async () => {
    for (const singleRequestBytes of [64 * MEBIBYTE, 6 * MEBIBYTE]) {
      await s3.tell('hold');
      const before = await s3.keys();
      const script = path.join(projectRoot(), 'test/support/peers/putting-process.mjs');
      const temporaryFolder = path.join(folder, `killed-${singleRequestBytes}`);
      const options = s3Options({ singleRequestBytes, temporaryFolder });
      const child = spawn(
        process.execPath,
        [script, JSON.stringify({ kind: 's3', options, bytes: 18 * MEBIBYTE, endless: false })],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const incoming = path.join(path.dirname(path.dirname(s3.fileOf('x'))), '.incoming');
      const arrived = async (): Promise<number> => (await readdir(incoming).catch(() => [])).length;
      while ((await arrived()) === 0) await sleep(20);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await s3.tell(null);
      while ((await arrived()) > 0) await sleep(20);
      expect(await s3.keys()).toEqual(before);
    }
  });

  it('aborts multipart uploads that were left a day ago, and none that may be under way', async () => {
    const left = await uploads();
    expect(left).toHaveLength(1);
    expect(await storage.discardUnfinished()).toBe(0);
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(path.join(uploadsFolder(), left[0]!), yesterday, yesterday);
    expect(await storage.discardUnfinished()).toBe(1);
    expect(await uploads()).toEqual([]);
  });

  it.each<[string, () => Partial<S3BlobStorageOptions>, string]>([
    [
      'a bucket that does not exist',
      () => ({ location: parseStorageUrl(s3.storageUrl('', 'no-such-bucket')) }),
      'missing_bucket',
    ],
    ['an unknown account', () => ({ credentials: { accessKeyId: 'X', secretAccessKey: 'Y' } }), 'access_denied'],
    [
      'a store that cannot be reached',
      () => ({ location: { ...parseStorageUrl(s3.storageUrl()), endpoint: 'http://127.0.0.1:9' } }),
      'unreachable',
    ],
  ])('names the problem of %s', async (_name, options, problem) => {
    const broken = new S3BlobStorage(s3Options(options()));
    const hash = sha256(Buffer.from('wanted'));
    await expectProblem(broken.put(Readable.from(['wanted']), roomy), problem);
    await expectProblem(broken.stat(hash), problem);
    await expectProblem(broken.open(hash), problem);
    await expectProblem(broken.delete(hash), problem);
    await expectProblem(broken.ping(), problem);
    await expectProblem(
      broken.withLocalFile(hash, () => Promise.resolve()),
      problem,
    );
    await expectProblem(broken.list()[Symbol.asyncIterator]().next(), problem);
    await broken.close();
  });

  it('gives up on a store that answers errors, and is told when it hangs', async () => {
    await s3.tell('error');
    await expectProblem(put(Buffer.from('in vain')), 'failed');
    await s3.tell('hang');
    await expectProblem(storage.ping(), 'unreachable');
  });
});
