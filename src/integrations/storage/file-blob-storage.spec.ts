import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobNotFoundError, BlobTooLargeError } from './blob-storage.errors.js';
import { FileBlobStorage } from './file-blob-storage.js';

const MEBIBYTE = 1024 * 1024;
const roomy = { maxBytes: 1024 * MEBIBYTE };
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('FileBlobStorage', () => {
  let folder: string;
  let storage: FileBlobStorage;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'blobs-'));
    storage = new FileBlobStorage(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const temporaryFiles = () => readdir(path.join(folder, 'tmp'));
  const put = (content: Buffer) => storage.put(Readable.from([content]), roomy);

  it('stores content under its hash, readable by the owner only', async () => {
    const content = randomBytes(3 * MEBIBYTE);
    const hash = sha256(content);

    expect(await put(content)).toEqual({ sha256: hash, size: content.length });

    const file = path.join(folder, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash);
    expect(await storage.withLocalFile(hash, (local) => Promise.resolve(local))).toBe(file);
    expect(content.equals(await readFile(file))).toBe(true);
    expect(await storage.stat(hash)).toEqual({ size: content.length });
    expect(await temporaryFiles()).toEqual([]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    for (const part of ['blobs', 'tmp', path.join('blobs', hash.slice(0, 2), hash.slice(2, 4))]) {
      expect((await stat(path.join(folder, part))).mode & 0o777).toBe(0o700);
    }
  });

  it('says that it cannot be used when the disk takes no more, and leaves nothing', async () => {
    const failing = Readable.from(
      (function* (): Generator<Buffer> {
        yield Buffer.alloc(10);
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      })(),
    );
    await expect(storage.put(failing, roomy)).rejects.toMatchObject({
      problem: 'disk',
      details: { reason: 'storage' },
    });
    expect(await temporaryFiles()).toEqual([]);
  });

  it('takes nothing where less than the reserve is free', async () => {
    const source = Readable.from([Buffer.alloc(10)]);
    const cautious = new FileBlobStorage(folder, Number.MAX_SAFE_INTEGER);
    await expect(cautious.put(source, roomy)).rejects.toMatchObject({ problem: 'disk' });
    expect(source.destroyed).toBe(true);
    expect(await temporaryFiles()).toEqual([]);
    expect((await new FileBlobStorage(folder, 1).put(Readable.from(['x']), roomy)).size).toBe(1);
  });

  it('stores empty content', async () => {
    const { sha256: hash, size } = await storage.put(Readable.from([]), roomy);
    expect(size).toBe(0);
    expect(hash).toBe(sha256(Buffer.alloc(0)));
    expect(await buffer(await storage.open(hash))).toHaveLength(0);
  });

  it('opens the whole content or a range whose both ends are included', async () => {
    const { sha256: hash } = await put(Buffer.from('0123456789'));
    expect((await buffer(await storage.open(hash))).toString()).toBe('0123456789');
    expect((await buffer(await storage.open(hash, { start: 2, end: 4 }))).toString()).toBe('234');
    expect((await buffer(await storage.open(hash, { start: 9, end: 9 }))).toString()).toBe('9');
  });

  it('stores the same content once, also when many put it at the same time', async () => {
    const content = randomBytes(MEBIBYTE);
    const results = await Promise.all(Array.from({ length: 8 }, () => put(content)));
    expect(new Set(results.map((blob) => blob.sha256))).toEqual(new Set([sha256(content)]));
    expect(await temporaryFiles()).toEqual([]);
    expect(content.equals(await buffer(await storage.open(sha256(content))))).toBe(true);
  });

  it('accepts exactly maxBytes, refuses one more and stops reading', async () => {
    const chunk = randomBytes(64 * 1024);
    await storage.put(Readable.from([chunk]), { maxBytes: chunk.length });

    let chunksRead = 0;
    const endless = new Readable({
      read() {
        chunksRead += 1;
        this.push(chunk);
      },
    });
    const refused = storage.put(endless, { maxBytes: chunk.length * 3 - 1 });
    await expect(refused).rejects.toMatchObject({ name: 'BlobTooLargeError', maxBytes: chunk.length * 3 - 1 });
    await expect(refused).rejects.toBeInstanceOf(BlobTooLargeError);
    expect(endless.destroyed).toBe(true);
    expect(chunksRead).toBeLessThan(8);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('keeps nothing of a source that fails or is aborted', async () => {
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

    expect(await temporaryFiles()).toEqual([]);
    expect(await readdir(path.join(folder, 'blobs'))).toEqual([]);
  });

  it('does not hold the content in memory', async () => {
    const chunk = randomBytes(MEBIBYTE);
    let highest = 0;
    const before = process.memoryUsage().arrayBuffers;
    const large = Readable.from(
      (function* () {
        for (let index = 0; index < 256; index += 1) {
          highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
          yield Buffer.from(chunk);
        }
      })(),
    );
    expect((await storage.put(large, roomy)).size).toBe(256 * MEBIBYTE);
    // Chunks already written wait for the garbage collector, so the bound is half of the content and not less.
    expect(highest).toBeLessThan(128 * MEBIBYTE);
  });

  it('says that a blob is missing, and deletes without complaint', async () => {
    const missing = sha256(Buffer.from('never stored'));
    expect(await storage.stat(missing)).toBeNull();
    await expect(storage.open(missing)).rejects.toBeInstanceOf(BlobNotFoundError);
    await storage.delete(missing);

    const { sha256: hash } = await put(Buffer.from('to be deleted'));
    await storage.delete(hash);
    expect(await storage.stat(hash)).toBeNull();
  });

  it.each(['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`])('refuses %j as a name', async (name) => {
    await expect(storage.stat(name)).rejects.toThrow(TypeError);
    await expect(storage.open(name)).rejects.toThrow(TypeError);
    await expect(storage.delete(name)).rejects.toThrow(TypeError);
  });

  it('removes temporary files of crashed processes and leaves those being written', async () => {
    const [stale, fresh] = ['1-stale', '1-fresh'].map((name) => path.join(folder, 'tmp', name)) as [string, string];
    await mkdir(path.dirname(stale));
    await writeFile(stale, 'half a manual');
    await writeFile(fresh, 'half a manual');
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(stale, longAgo, longAgo);

    await storage.prepare();

    expect(await temporaryFiles()).toEqual(['1-fresh']);
    // A process that lives on looks again, an hour later.
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61 * 60 * 1000);
    await storage.prepare();
    later.mockRestore();
    expect(await temporaryFiles()).toEqual([]);
  });
});
