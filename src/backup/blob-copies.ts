import { BlobNotFoundError } from '../integrations/storage/blob-storage.errors.js';
import type { BlobStorage } from '../integrations/storage/blob-storage.js';
import type { ReferredBlob } from './database-snapshot.js';

/** Files that are copied at the same time: an object store answers each request late, but many at once. */
const AT_ONCE = 4;

/** What copying found. */
export interface CopyReport {
  /** Files that are in the target now, and their bytes. */
  count: number;
  bytes: number;
  /** Files that were not there yet. */
  copied: number;
  /** Hashes of files that are missing in the source, or are another content. */
  lost: string[];
}

/** The content is not that of its name. */
class WrongContentError extends Error {}

/** Copies stored files from one store to another, each checked against its hash; those that are there with their size stay. */
export async function copyBlobs(
  blobs: AsyncIterable<ReferredBlob>,
  source: BlobStorage,
  target: BlobStorage,
): Promise<CopyReport> {
  const report: CopyReport = { count: 0, bytes: 0, copied: 0, lost: [] };
  const waiting = blobs[Symbol.asyncIterator]();
  const worker = async (): Promise<void> => {
    for (let next = await waiting.next(); next.done !== true; next = await waiting.next()) {
      const { sha256, size } = next.value;
      if ((await target.stat(sha256))?.size !== size) {
        if (!(await copy(next.value, source, target))) {
          report.lost.push(sha256);
          continue;
        }
        report.copied += 1;
      }
      report.count += 1;
      report.bytes += size;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    await waiting.return?.();
  }
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
