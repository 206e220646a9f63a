import type { Readable } from 'node:stream';
import type { ByteRange } from '../../common/http/byte-range.js';

/** What is known of a stored blob. */
export interface StoredBlob {
  /** Lower-case hexadecimal SHA-256 of the content: its name. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/**
 * Keeps immutable blobs under the hash of their content. The same content is stored once, so whoever deletes must know
 * that nothing else refers to it.
 */
export abstract class BlobStorage {
  /**
   * Reads `source` to its end and stores it durably before resolving. Never holds it whole in memory. If the source fails,
   * exceeds `maxBytes` (BlobTooLargeError) or cannot be written, it is destroyed and nothing of it remains.
   */
  abstract put(source: Readable, options: { maxBytes: number }): Promise<StoredBlob>;

  /** The content, or a part of it. Throws BlobNotFoundError. The caller must read or destroy the stream. */
  abstract open(sha256: string, range?: ByteRange): Promise<Readable>;

  /** Size in bytes; null if there is no such blob. */
  abstract stat(sha256: string): Promise<{ size: number } | null>;

  /** Removes the blob. Deleting what is not there is no error. */
  abstract delete(sha256: string): Promise<void>;

  /** Path for programs that need a file, whether or not the blob exists; null where blobs are not local files. */
  abstract localPath(sha256: string): string | null;
}
