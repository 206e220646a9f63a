import { constants } from 'node:fs';
import { access, chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { BlobNotFoundError } from './blob-storage.errors.js';
import type { ByteRange } from '../../common/files/byte-range.js';
import { blobKey, BlobStorage, sha256OfKey, type PutOptions, type StoredBlob } from './blob-storage.js';
import { diskError } from './disk.js';
import { DraftFolder, ignoreMissing } from './draft-folder.js';

/** Blobs as `blobs/ab/cd/<sha256>`, drafts in `tmp/` on the same file system. Written, synced, renamed: named blobs are complete. */
export class FileBlobStorage extends BlobStorage {
  private readonly folder: string;
  private readonly blobFolder: string;
  private readonly drafts: DraftFolder;

  /** @param reserveBytes minimum free space; 0 for none */
  constructor(folder: string, reserveBytes = 0) {
    super();
    this.folder = path.resolve(folder);
    this.blobFolder = path.join(this.folder, 'blobs');
    this.drafts = new DraftFolder(path.join(this.folder, 'tmp'), reserveBytes);
  }

  /** Creates the folders and removes leftovers, as `put` does. */
  async prepare(): Promise<void> {
    await mkdir(this.blobFolder, { recursive: true, mode: 0o700 });
    await chmod(this.blobFolder, 0o700);
    await this.drafts.prepare();
  }

  /** Replaces an existing blob: the content is the same, and a damaged file is repaired. */
  async put(source: Readable, { maxBytes, beforePublish }: PutOptions): Promise<StoredBlob> {
    const draft = this.drafts.newPath();
    try {
      await this.prepare();
      await this.drafts.requireRoom();
      const blob = await this.drafts.write(draft, source, maxBytes);
      await beforePublish?.(blob, draft);
      await this.publish(draft, blob.sha256);
      return blob;
    } catch (error) {
      source.destroy();
      // May fail as well on an unwritable file system.
      await rm(draft, { force: true }).catch(() => undefined);
      throw diskError(error);
    }
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    const file = await ignoreMissing(open(this.pathOf(sha256), 'r'));
    if (file === null) throw new BlobNotFoundError(sha256);
    return file.createReadStream(range);
  }

  async stat(sha256: string): Promise<{ size: number } | null> {
    const stats = await ignoreMissing(stat(this.pathOf(sha256)));
    return stats && { size: stats.size };
  }

  async delete(sha256: string): Promise<void> {
    const file = this.pathOf(sha256);
    await rm(file, { force: true });
    await ignoreMissing(syncFolder(path.dirname(file)));
  }

  async withLocalFile<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    if ((await this.stat(sha256)) === null) throw new BlobNotFoundError(sha256);
    return work(this.pathOf(sha256));
  }

  async *list(): AsyncIterable<StoredBlob> {
    for (const first of (await ignoreMissing(readdir(this.blobFolder))) ?? []) {
      for (const second of (await ignoreMissing(readdir(path.join(this.blobFolder, first)))) ?? []) {
        for (const name of (await ignoreMissing(readdir(path.join(this.blobFolder, first, second)))) ?? []) {
          const sha256 = sha256OfKey(`blobs/${first}/${second}/${name}`);
          const stats = sha256 === null ? null : await this.stat(sha256);
          if (sha256 !== null && stats) yield { sha256, size: stats.size };
        }
      }
    }
  }

  async discardUnfinished(): Promise<number> {
    await this.prepare();
    return this.drafts.discardStale();
  }

  ping(): Promise<void> {
    return access(this.blobFolder, constants.R_OK | constants.W_OK);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private pathOf(sha256: string): string {
    return path.join(this.folder, blobKey(sha256));
  }

  private async publish(draft: string, sha256: string): Promise<void> {
    const file = this.pathOf(sha256);
    const folder = path.dirname(file);
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(draft, file);
    await syncFolder(folder);
    if (created) {
      await syncFolder(path.dirname(folder));
      await syncFolder(this.blobFolder);
    }
  }
}

/** Makes a rename survive a power failure. Windows does so itself and cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
