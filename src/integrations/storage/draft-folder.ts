import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { BlobTooLargeError, StorageUnavailableError } from './blob-storage.errors.js';
import type { StoredBlob } from './blob-storage.js';

/** Files not written or touched for this long belong to dead processes. Milliseconds. */
const STALE_AFTER_MS = 60 * 60 * 1000;

/** A folder of unfinished files and local copies, readable only by the owner. */
export class DraftFolder {
  readonly folder: string;
  private prepared: Promise<number> | null = null;
  private preparedAt = 0;

  /** @param reserveBytes minimum free space of the file system; 0 for none */
  constructor(
    folder: string,
    private readonly reserveBytes = 0,
  ) {
    this.folder = path.resolve(folder);
  }

  /** Creates the folder and hourly removes files of dead processes, because not every process sweeps the storage. */
  async prepare(): Promise<void> {
    if (Date.now() - this.preparedAt > STALE_AFTER_MS) {
      this.prepared = null;
      this.preparedAt = Date.now();
    }
    this.prepared ??= this.create().catch((error: unknown) => {
      this.prepared = null;
      throw error;
    });
    await this.prepared;
  }

  /** @throws StorageUnavailableError when less than the reserve is free */
  async requireRoom(): Promise<void> {
    if (this.reserveBytes === 0) return;
    const { bavail, bsize } = await statfs(this.folder);
    const free = bavail * bsize;
    if (free >= this.reserveBytes) return;
    const cause = new Error(`${free} bytes are free, of which ${this.reserveBytes} are kept in reserve`);
    throw new StorageUnavailableError('disk', cause);
  }

  newPath(): string {
    return path.join(this.folder, `${process.pid}-${randomUUID()}`);
  }

  /** Writes `source` to a file at `draft` and syncs it. An error or the limit destroys the source. */
  async write(draft: string, source: Readable, maxBytes: number): Promise<StoredBlob> {
    const hash = createHash('sha256');
    let size = 0;
    const file = await open(draft, 'wx', 0o600);
    try {
      for await (const chunk of source as AsyncIterable<Uint8Array | string>) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        size += bytes.length;
        if (size > maxBytes) throw new BlobTooLargeError(maxBytes);
        hash.update(bytes);
        // Writes everything, unlike write(), which may write less on a nearly full disk.
        await file.appendFile(bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { sha256: hash.digest('hex'), size };
  }

  /** Removes files of dead processes. Returns their number. */
  async discardStale(): Promise<number> {
    let discarded = 0;
    for (const name of await readdir(this.folder)) {
      const file = path.join(this.folder, name);
      const stats = await ignoreMissing(stat(file));
      if (!stats || Date.now() - stats.mtimeMs <= STALE_AFTER_MS) continue;
      await rm(file, { force: true });
      discarded += 1;
    }
    return discarded;
  }

  private async create(): Promise<number> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await chmod(this.folder, 0o700);
    return this.discardStale();
  }
}

export async function ignoreMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
