import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { ByteRange } from '../../common/files/byte-range.js';
import { BlobNotFoundError, StorageUnavailableError } from './blob-storage.errors.js';
import { blobKey, BlobStorage, sha256OfKey, type PutOptions, type StoredBlob } from './blob-storage.js';
import { diskError } from './disk.js';
import { DraftFolder } from './draft-folder.js';
import { LocalCopies } from './local-copies.js';
import { createS3Client } from './s3-client.js';
import { isMissingObject, isNotImplemented, isTransient, storageError } from './s3-errors.js';
import type { S3Credentials, S3Location } from './storage-url.js';

const MEBIBYTE = 1024 ** 2;
/** Larger blobs are sent in parts, which are retried separately. */
const SINGLE_REQUEST_BYTES = 64 * MEBIBYTE;
/** Memory is parts × size. S3's minimum; with its maximum of 10,000 parts, 50 GB. */
const PART_BYTES = 5 * MEBIBYTE;
const PARTS_AT_ONCE = 2;
const ATTEMPTS = 3;
/** Older multipart uploads belong to dead processes. */
const UNFINISHED_AFTER_MS = 24 * 60 * 60 * 1000;
const PING_TIMEOUT_MS = 2_000;

export interface S3BlobStorageOptions {
  location: S3Location;
  /** Null: the default credential chain of AWS. */
  credentials: S3Credentials | null;
  /** For uploads and local copies; needs room for the largest concurrent uploads. */
  temporaryFolder: string;
  /** Minimum free space there; default none. */
  reserveBytes?: number;
  /** Minimum size for parts, in bytes; for tests. */
  singleRequestBytes?: number;
}

/**
 * Blobs as objects `<prefix>blobs/ab/cd/<sha256>` of an S3-compatible store. The name is known only at the end, so blobs are received into
 * a local file and sent from there. So objects are complete, refused content never reaches the store, existing content is not sent, the
 * store verifies the hash, and requests can be retried. The cost is disk space.
 */
export class S3BlobStorage extends BlobStorage {
  private readonly client: S3Client;
  private readonly drafts: DraftFolder;
  private readonly copies: LocalCopies;

  constructor(private readonly options: S3BlobStorageOptions) {
    super();
    this.client = createS3Client(options.location, options.credentials);
    this.drafts = new DraftFolder(options.temporaryFolder, options.reserveBytes);
    this.copies = new LocalCopies(this.drafts, (sha256, file) => this.download(sha256, file));
  }

  /** Creates the local folder. {@link ping} checks the store; the service starts without it. */
  prepare(): Promise<void> {
    return this.drafts.prepare();
  }

  async put(source: Readable, { maxBytes, beforePublish }: PutOptions): Promise<StoredBlob> {
    const draft = this.drafts.newPath();
    try {
      await this.prepare();
      await this.drafts.requireRoom();
      const blob = await this.drafts.write(draft, source, maxBytes);
      const reliance = (await beforePublish?.(blob, draft)) ?? 'keep';
      const stored = reliance === 'keep' ? await this.stat(blob.sha256) : null;
      if (stored?.size !== blob.size) await this.publish(draft, blob);
      return blob;
    } catch (error) {
      source.destroy();
      throw diskError(error);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    const get = new GetObjectCommand({
      ...this.object(sha256),
      Range: range && `bytes=${range.start}-${range.end}`,
    });
    try {
      const { Body } = await this.client.send(get);
      return Body as Readable;
    } catch (error) {
      throw isMissingObject(error) ? new BlobNotFoundError(sha256) : storageError(error);
    }
  }

  async stat(sha256: string): Promise<{ size: number } | null> {
    const head = new HeadObjectCommand(this.object(sha256));
    try {
      const { ContentLength: size } = await this.client.send(head);
      return { size: size ?? 0 };
    } catch (error) {
      if (!isMissingObject(error)) throw storageError(error);
      await this.requireBucket();
      return null;
    }
  }

  async delete(sha256: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.object(sha256))).catch(rethrow);
  }

  /** A local copy, verified by hash and shared by concurrent users. Throws StorageUnavailableError (integrity). */
  async withLocalFile<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    this.object(sha256);
    await this.prepare();
    return this.copies.use(sha256, work);
  }

  async *list(): AsyncIterable<StoredBlob> {
    const { bucket: Bucket, prefix } = this.options.location;
    try {
      for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket, Prefix: `${prefix}blobs/` })) {
        for (const { Key = '', Size: size = 0 } of page.Contents ?? []) {
          const sha256 = sha256OfKey(Key);
          if (sha256 !== null) yield { sha256, size };
        }
      }
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Temporary files, and multipart uploads of dead processes, which cost storage but are not listed. */
  async discardUnfinished(): Promise<number> {
    await this.prepare();
    return (await this.drafts.discardStale()) + (await this.abortUploads());
  }

  async ping(): Promise<void> {
    await this.requireBucket(AbortSignal.timeout(PING_TIMEOUT_MS));
  }

  async close(): Promise<void> {
    await this.copies.close();
    this.client.destroy();
  }

  private async publish(file: string, blob: StoredBlob): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.send(file, blob);
      } catch (error) {
        if (attempt === ATTEMPTS || !isTransient(error)) throw storageError(error);
      }
    }
  }

  private async send(file: string, { sha256, size }: StoredBlob): Promise<void> {
    const checksum = Buffer.from(sha256, 'hex').toString('base64');
    const object = { ...this.object(sha256), ContentType: 'application/octet-stream' };
    const Body = createReadStream(file);
    try {
      if (size <= (this.options.singleRequestBytes ?? SINGLE_REQUEST_BYTES)) {
        const put = new PutObjectCommand({ ...object, Body, ContentLength: size, ChecksumSHA256: checksum });
        await this.client.send(put);
        return;
      }
      const params = { ...object, Body, ChecksumAlgorithm: 'SHA256' as const };
      await new Upload({ client: this.client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done();
    } finally {
      Body.destroy();
    }
    await this.requireWhole(sha256);
  }

  /** Stores do not verify the hash of multipart uploads: the object is read back, and removed if it differs. */
  private async requireWhole(sha256: string): Promise<void> {
    const hash = createHash('sha256');
    await pipeline(await this.open(sha256), hash);
    const found = hash.digest('hex');
    if (found === sha256) return;
    await this.delete(sha256);
    throw new StorageUnavailableError('integrity', new Error(`${sha256} arrived as ${found}`));
  }

  private async download(sha256: string, file: string): Promise<void> {
    try {
      const written = await this.drafts.write(file, await this.open(sha256), Number.MAX_SAFE_INTEGER);
      if (written.sha256 !== sha256)
        throw new StorageUnavailableError('integrity', new Error(`${sha256} is ${written.sha256}`));
    } catch (error) {
      await rm(file, { force: true });
      throw error instanceof BlobNotFoundError ? error : storageError(error);
    }
  }

  private async abortUploads(): Promise<number> {
    const { bucket: Bucket, prefix } = this.options.location;
    let aborted = 0;
    let KeyMarker: string | undefined;
    let UploadIdMarker: string | undefined;
    try {
      do {
        const query = { Bucket, Prefix: `${prefix}blobs/`, KeyMarker, UploadIdMarker };
        const page: ListMultipartUploadsCommandOutput = await this.client.send(new ListMultipartUploadsCommand(query));
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (!Initiated || Date.now() - Initiated.getTime() < UNFINISHED_AFTER_MS) continue;
          await this.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
          aborted += 1;
        }
        ({ NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page);
        if (page.IsTruncated !== true) break;
      } while (KeyMarker !== undefined);
    } catch (error) {
      // Such stores need a lifecycle rule.
      if (!isNotImplemented(error)) throw storageError(error);
    }
    return aborted;
  }

  /** HEAD does not distinguish a missing bucket from a missing object. */
  private async requireBucket(abortSignal?: AbortSignal): Promise<void> {
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.options.location.bucket }), { abortSignal });
    } catch (error) {
      throw isMissingObject(error) ? new StorageUnavailableError('missing_bucket', error) : storageError(error);
    }
  }

  private object(sha256: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.options.location;
    return { Bucket: bucket, Key: prefix + blobKey(sha256) };
  }
}

function rethrow(error: unknown): never {
  throw storageError(error);
}
