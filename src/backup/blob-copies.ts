import { BlobNotFoundError } from '../integrations/storage/blob-storage.errors.js';
import type { BlobStorage } from '../integrations/storage/blob-storage.js';
import type { ReferredBlob } from './database-snapshot.js';

/** Files that are copied at the same time: an object store answers each request late, but many at once. */
const AT_ONCE = 4;

/** What copying found. */
export interface CopyReport {
  /** Files that were not there yet. */
  copied: number;
  /** Hashes of files that are missing in the source, or are another content. */
  lost: string[];
}

/** The content is not that of its name. */
class WrongContentError extends Error {}

/** Copies stored files from one store to another, each checked against its hash; those that are there with their size stay. */
export async function copyBlobs(
  blobs: readonly ReferredBlob[],
  source: BlobStorage,
  target: BlobStorage,
): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, lost: [] };
  const waiting = blobs.values();
  const worker = async (): Promise<void> => {
    for (const blob of waiting) {
      if ((await target.stat(blob.sha256))?.size === blob.size) continue;
      if (await copy(blob, source, target)) report.copied += 1;
      else report.lost.push(blob.sha256);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  report.lost.sort();
  return report;
}

async function copy({ sha256, size }: ReferredBlob, source: BlobStorage, target: BlobStorage): Promise<boolean> {
  try {
    await target.put(await source.open(sha256), {
      maxBytes: Number.MAX_SAFE_INTEGER,
      beforePublish: (found) =>
        found.sha256 === sha256 && found.size === size
          ? Promise.resolve('replace')
          : Promise.reject(new WrongContentError()),
    });
    return true;
  } catch (error) {
    if (error instanceof BlobNotFoundError || error instanceof WrongContentError) return false;
    throw error;
  }
}
