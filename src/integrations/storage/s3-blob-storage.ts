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
import type { ByteRange } from '../../common/http/byte-range.js';
import { BlobNotFoundError, StorageUnavailableError } from './blob-storage.errors.js';
import { blobKey, BlobStorage, sha256OfKey, type PutOptions, type StoredBlob } from './blob-storage.js';
import { diskError } from './disk-error.js';
import { DraftFolder } from './draft-folder.js';
import { LocalCopies } from './local-copies.js';
import { createS3Client } from './s3-client.js';
import { isMissingObject, isNotImplemented, isTransient, storageError } from './s3-errors.js';
import type { S3Credentials, S3Location } from './storage-url.js';

const MEBIBYTE = 1024 ** 2;
/** Up to here a blob goes in one request, beyond in parts that are repeated alone. */
const SINGLE_REQUEST_BYTES = 64 * MEBIBYTE;
/** Held in memory at once: parts × their size. The least that S3 takes; 10,000 of these, the most, are 50 GB. */
const PART_BYTES = 5 * MEBIBYTE;
const PARTS_AT_ONCE = 2;
const ATTEMPTS = 3;
/** A multipart upload begun longer ago belongs to a process that died: none of ours takes so long. */
const UNFINISHED_AFTER_MS = 24 * 60 * 60 * 1000;
const PING_TIMEOUT_MS = 2_000;

export interface S3BlobStorageOptions {
  location: S3Location;
  /** Null: as the AWS client finds them (AWS_ACCESS_KEY_ID, profile, role of the machine). */
  credentials: S3Credentials | null;
  /** For what is being received and for local copies: the largest upload times the number of uploads at a time fits. */
  temporaryFolder: string;
  /** Free space there below which nothing more is taken; none unless given. */
  reserveBytes?: number;
  /** Bytes from which on a blob goes in parts; for tests. */
  singleRequestBytes?: number;
}

/**
 * Blobs as objects `<prefix>blobs/ab/cd/<sha256>` of an S3-compatible store.
 *
 * A blob's name is known only at its end, so it is received into a local temporary file first and goes to its name from
 * there, rather than to a temporary object that is copied: an object appears under its name whole or not at all, content
 * that is refused never reaches the store, what is stored already is not sent again, the store checks the very hash that
 * is the name, a broken request can be repeated, and memory stays at two parts. The price is disk for uploads under way.
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

  /** Creates the local folder. Whether the store can be used, {@link ping} tells: the service starts without it as well. */
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

  /** A temporary copy, checked against its hash, shared by all who ask for it at the same time. Throws StorageUnavailableError (integrity). */
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

  /** Temporary files, and multipart uploads of processes that died: they cost storage and no listing shows them. */
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

  /** No store compares the whole of what came in parts with its hash: it is read back, and taken away if it is not that. */
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
      // Such a store needs a lifecycle rule of its own for them.
      if (!isNotImplemented(error)) throw storageError(error);
    }
    return aborted;
  }

  /** A HEAD of an object does not tell a missing bucket from a missing object. */
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
