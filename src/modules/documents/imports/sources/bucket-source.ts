import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  type GetObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createS3Client } from '../../../../integrations/storage/s3-client.js';
import { isMissingObject, storageError } from '../../../../integrations/storage/s3-errors.js';
import type { S3Credentials, S3Location } from '../../../../integrations/storage/storage-url.js';
import { ImportRefusedError } from '../import-refused.error.js';
import type { ImportSource, SourceFile, SourceListing } from './import-source.js';
import { ListingBuilder, sourceChanged, sourceUnavailable, type SourceLimits } from './source-listing.js';

/** Objects of an S3 bucket below a prefix that the operator allowed. */
export class BucketSource implements ImportSource {
  private readonly client: S3Client;

  constructor(
    private readonly location: S3Location,
    credentials: S3Credentials | null,
    private readonly limits: SourceLimits,
  ) {
    this.client = createS3Client(location, credentials);
  }

  async list(signal: AbortSignal): Promise<SourceListing> {
    const { bucket, prefix } = this.location;
    const listing = new ListingBuilder(this.limits);
    try {
      const pages = paginateListObjectsV2({ client: this.client }, { Bucket: bucket, Prefix: prefix });
      for await (const { Contents: objects = [] } of pages) {
        signal.throwIfAborted();
        for (const { Key: key = '', Size: size = 0 } of objects) {
          const name = key.slice(prefix.length);
          // Keys that end in a slash are the folders of some programs.
          if (name !== '' && !name.endsWith('/') && !listing.refuses(name)) listing.add(name, size);
        }
      }
    } catch (error) {
      throw sourceError(error);
    }
    return listing;
  }

  async isThere(): Promise<boolean> {
    const { bucket, prefix } = this.location;
    return this.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })).then(
      () => true,
      () => false,
    );
  }

  async open(name: string): Promise<SourceFile | null> {
    const object = { Bucket: this.location.bucket, Key: this.location.prefix + name };
    try {
      const { LastModified: modified = new Date(), ETag } = await this.client.send(new HeadObjectCommand(object));
      return { modified_at: modified, chunks: () => this.chunks({ ...object, IfMatch: ETag }) };
    } catch (error) {
      if (isMissingObject(error)) return null;
      throw sourceError(error);
    }
  }

  close(): void {
    this.client.destroy();
  }

  private async *chunks(object: GetObjectCommandInput): AsyncGenerator<Buffer> {
    try {
      const { Body: body } = await this.client.send(new GetObjectCommand(object));
      yield* body as AsyncIterable<Buffer>;
    } catch (error) {
      throw sourceError(error);
    }
  }
}

function sourceError(error: unknown): unknown {
  if (error instanceof ImportRefusedError) return error;
  if ((error as Error).name === 'PreconditionFailed') return sourceChanged();
  const { $metadata, code } = error as { $metadata?: object; code?: unknown };
  // The code of an AbortError is a number.
  return $metadata !== undefined || typeof code === 'string' ? sourceUnavailable(storageError(error).problem) : error;
}
