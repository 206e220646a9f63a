import type { Readable } from 'node:stream';
import type { ByteRange } from '../../common/files/byte-range.js';

export interface StoredBlob {
  /** Lower-case hexadecimal SHA-256 of the content, its name. */
  sha256: string;
  /** Bytes. */
  size: number;
}

export interface PutOptions {
  /** BlobTooLargeError beyond. */
  maxBytes: number;
  /** Whether the service created it from stored content, which was scanned for malware before. */
  isOwn?: boolean;
  /** Called with a local file before it is published. An error stores nothing. `replace`: do not trust existing content of this name. */
  beforePublish?: (blob: StoredBlob, file: string) => Promise<'keep' | 'replace'>;
}

/** Stores immutable blobs under the hash of their content, each once. Failures of the store throw StorageUnavailableError (503). */
export abstract class BlobStorage {
  /** Stores `source` durably by streaming. On failure or beyond `maxBytes` (BlobTooLargeError) the source is destroyed, nothing stored. */
  abstract put(source: Readable, options: PutOptions): Promise<StoredBlob>;

  /** The content or a range. Throws BlobNotFoundError. The caller must read or destroy the stream. */
  abstract open(sha256: string, range?: ByteRange): Promise<Readable>;

  /** Size in bytes; null without such a blob. */
  abstract stat(sha256: string): Promise<{ size: number } | null>;

  abstract delete(sha256: string): Promise<void>;

  /** Takes back an unused put; to be called once per put. */
  release(sha256: string): Promise<void> {
    return this.delete(sha256);
  }

  /** Runs `work` with the path of a local file with the content, which must not be changed or used later. Throws BlobNotFoundError. */
  abstract withLocalFile<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T>;

  /** All blobs, in any order; concurrent changes may be missing. */
  abstract list(): AsyncIterable<StoredBlob>;

  /** Removes leftovers of interrupted puts. Returns their number. */
  abstract discardUnfinished(): Promise<number>;

  abstract ping(): Promise<void>;

  abstract close(): Promise<void>;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** `blobs/ab/cd/<sha256>`: 65,536 folders keep each small. @throws TypeError for an invalid hash, because it becomes a path */
export function blobKey(sha256: string): string {
  if (!SHA256.test(sha256)) throw new TypeError('not a SHA-256 in lower-case hexadecimal');
  return `blobs/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

/** The hash in a name from {@link blobKey}; otherwise null. */
export function sha256OfKey(key: string): string | null {
  const sha256 = key.slice(key.lastIndexOf('/') + 1);
  return SHA256.test(sha256) && key.endsWith(blobKey(sha256)) ? sha256 : null;
}
