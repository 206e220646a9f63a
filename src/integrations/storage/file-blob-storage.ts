import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { BlobNotFoundError, BlobTooLargeError } from './blob-storage.errors.js';
import type { ByteRange } from '../../common/http/byte-range.js';
import { BlobStorage, type StoredBlob } from './blob-storage.js';

/** A temporary file nobody has written to for this long belongs to a process that died. */
const STALE_AFTER_MS = 60 * 60 * 1000;

/**
 * Blobs as files below one folder: `blobs/ab/cd/<sha256>`, and unfinished ones in `tmp/` on the same file system. A blob
 * gets its name by rename after it is written and synced, so under a blob's name there is always a whole blob.
 */
export class FileBlobStorage extends BlobStorage {
  private readonly blobFolder: string;
  private readonly temporaryFolder: string;
  private prepared: Promise<void> | null = null;

  constructor(folder: string) {
    super();
    this.blobFolder = path.resolve(folder, 'blobs');
    this.temporaryFolder = path.resolve(folder, 'tmp');
  }

  /** Creates the folders and removes temporary files of crashed processes. `put` does it too; at start it is done early. */
  prepare(): Promise<void> {
    this.prepared ??= this.createFolders().catch((error: unknown) => {
      this.prepared = null;
      throw error;
    });
    return this.prepared;
  }

  async put(source: Readable, { maxBytes }: { maxBytes: number }): Promise<StoredBlob> {
    const draft = path.join(this.temporaryFolder, `${process.pid}-${randomUUID()}`);
    try {
      await this.prepare();
      const blob = await writeDraft(draft, source, maxBytes);
      await this.publish(draft, blob.sha256);
      return blob;
    } catch (error) {
      source.destroy();
      await rm(draft, { force: true });
      throw error;
    }
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    const file = await ignoreMissing(open(this.localPath(sha256), 'r'));
    if (file === null) throw new BlobNotFoundError(sha256);
    return file.createReadStream(range);
  }

  async stat(sha256: string): Promise<{ size: number } | null> {
    const stats = await ignoreMissing(stat(this.localPath(sha256)));
    return stats && { size: stats.size };
  }

  async delete(sha256: string): Promise<void> {
    const file = this.localPath(sha256);
    await rm(file, { force: true });
    await ignoreMissing(syncFolder(path.dirname(file)));
  }

  override localPath(sha256: string): string {
    // The name becomes a path, so nothing but a hash may pass.
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('not a SHA-256 in lower-case hexadecimal');
    return path.join(this.blobFolder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  /** Replaces a blob that exists: it is the same content, and a damaged file heals. */
  private async publish(draft: string, sha256: string): Promise<void> {
    const file = this.localPath(sha256);
    const folder = path.dirname(file);
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(draft, file);
    await syncFolder(folder);
    if (created) {
      await syncFolder(path.dirname(folder));
      await syncFolder(this.blobFolder);
    }
  }

  private async createFolders(): Promise<void> {
    for (const folder of [this.blobFolder, this.temporaryFolder]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
    }
    for (const name of await readdir(this.temporaryFolder)) {
      const file = path.join(this.temporaryFolder, name);
      const stats = await ignoreMissing(stat(file));
      if (stats && Date.now() - stats.mtimeMs > STALE_AFTER_MS) await rm(file, { force: true });
    }
  }
}

/** Leaving the loop early, by the limit or a failing disk, destroys the source: nothing more is read from it. */
async function writeDraft(draft: string, source: Readable, maxBytes: number): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(draft, 'wx', 0o600);
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array | string>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      if (size > maxBytes) throw new BlobTooLargeError(maxBytes);
      hash.update(bytes);
      // Writes all of it at the current position, unlike write(), which may stop early when the disk is nearly full.
      await file.appendFile(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}

/** Makes a rename survive a power failure; Windows does so by itself and cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function ignoreMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
