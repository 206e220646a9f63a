import type { Readable } from 'node:stream';
import type { ByteRange } from '../../common/http/byte-range.js';

/** What is known of a stored blob. */
export interface StoredBlob {
  /** Lower-case hexadecimal SHA-256 of the content: its name. */
  sha256: string;
  /** Bytes. */
  size: number;
}

export interface PutOptions {
  /** BlobTooLargeError beyond. */
  maxBytes: number;
  /** Whether the service made it of what it has stored already: that was looked through for malware when it came. */
  isOwn?: boolean;
  /**
   * Called once the content has been read to its end, with a local file that holds it, and before anything can be seen
   * under its name. When it throws, nothing is stored. `replace` when content that is there already under that name cannot
   * be relied upon.
   */
  beforePublish?: (blob: StoredBlob, file: string) => Promise<'keep' | 'replace'>;
}

/**
 * Keeps immutable blobs under the hash of their content. The same content is stored once.
 *
 * Whatever cannot be reached, or refuses, throws StorageUnavailableError (503).
 */
export abstract class BlobStorage {
  /**
   * Reads `source` to its end and stores it durably before resolving. Never holds it whole in memory. If the source fails,
   * exceeds `maxBytes` (BlobTooLargeError) or cannot be written, it is destroyed and nothing of it remains.
   */
  abstract put(source: Readable, options: PutOptions): Promise<StoredBlob>;

  /** The content, or a part of it. Throws BlobNotFoundError. The caller must read or destroy the stream. */
  abstract open(sha256: string, range?: ByteRange): Promise<Readable>;

  /** Size in bytes; null if there is no such blob. */
  abstract stat(sha256: string): Promise<{ size: number } | null>;

  /** Removes the blob. Deleting what is not there is no error. */
  abstract delete(sha256: string): Promise<void>;

  /** Takes back what was put and came to no use: once for each put. */
  release(sha256: string): Promise<void> {
    return this.delete(sha256);
  }

  /**
   * Runs `work` with the path of a local file that holds the blob, for programs that need one. The file must not be changed
   * and may be gone once `work` has ended. Throws BlobNotFoundError.
   */
  abstract withLocalFile<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T>;

  /** All blobs, in no particular order; those put or deleted meanwhile may or may not be among them. */
  abstract list(): AsyncIterable<StoredBlob>;

  /** Removes what puts that died left unfinished; answers how many. */
  abstract discardUnfinished(): Promise<number>;

  /** Resolves when the store can be used right now. */
  abstract ping(): Promise<void>;

  /** Gives up what is held for later, when the process ends. */
  abstract close(): Promise<void>;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** `blobs/ab/cd/<sha256>`: 65,536 folders keep each of them small. @throws TypeError for what is no hash: it becomes a path */
export function blobKey(sha256: string): string {
  if (!SHA256.test(sha256)) throw new TypeError('not a SHA-256 in lower-case hexadecimal');
  return `blobs/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

/** The hash in a name that {@link blobKey} made; null for any other name. */
export function sha256OfKey(key: string): string | null {
  const sha256 = key.slice(key.lastIndexOf('/') + 1);
  return SHA256.test(sha256) && key.endsWith(blobKey(sha256)) ? sha256 : null;
}
