import { BlobNotFoundError } from '../integrations/storage/blob-storage.errors.js';
import type { BlobStorage } from '../integrations/storage/blob-storage.js';
import type { ReferredBlob } from './database-snapshot.js';

/** Concurrent copies: object stores have high latency but accept many requests. */
const AT_ONCE = 4;

export interface CopyReport {
  /** Files in the target, and their bytes. */
  count: number;
  bytes: number;
  copied: number;
  /** Hashes of files that are missing or damaged in the source. */
  lost: string[];
}

/** The content does not match its name. */
class WrongContentError extends Error {}

/** Copies stored files between stores and verifies their hashes. Files that exist with the same size are skipped. */
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
