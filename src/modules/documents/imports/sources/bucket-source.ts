import {
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createS3Client } from '../../../../integrations/storage/s3-client.js';
import { isMissingObject, storageError } from '../../../../integrations/storage/s3-errors.js';
import type { S3Credentials, S3Location } from '../../../../integrations/storage/storage-url.js';
import type { ImportSource, RefusedSourceEntry, SourceEntry, SourceFile, SourceListing } from './import-source.js';
import { refusedName, sourceUnavailable, tooManyFiles, type SourceLimits } from './source-errors.js';

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
    const entries: SourceEntry[] = [];
    const refused: RefusedSourceEntry[] = [];
    try {
      const pages = paginateListObjectsV2({ client: this.client }, { Bucket: bucket, Prefix: prefix });
      for await (const { Contents: objects = [] } of pages) {
        signal.throwIfAborted();
        for (const { Key: key = '', Size: size = 0 } of objects) {
          const name = key.slice(prefix.length);
          // Keys that end in a slash are the folders of some programs.
          if (name === '' || name.endsWith('/')) continue;
          const problem = refusedName(name, this.limits);
          if (problem) refused.push({ name, error: problem });
          else entries.push({ name, size });
        }
        if (entries.length + refused.length > this.limits.max_entries) throw tooManyFiles(this.limits.max_entries);
      }
    } catch (error) {
      throw sourceError(error);
    }
    return { entries, refused };
  }

  async open(name: string): Promise<SourceFile | null> {
    const object = { Bucket: this.location.bucket, Key: this.location.prefix + name };
    try {
      const { LastModified: modified = new Date() } = await this.client.send(new HeadObjectCommand(object));
      return { modified_at: modified, chunks: () => this.chunks(object) };
    } catch (error) {
      if (isMissingObject(error)) return null;
      throw sourceError(error);
    }
  }

  close(): void {
    this.client.destroy();
  }

  private async *chunks(object: { Bucket: string; Key: string }): AsyncGenerator<Buffer> {
    try {
      const { Body: body } = await this.client.send(new GetObjectCommand(object));
      yield* body as AsyncIterable<Buffer>;
    } catch (error) {
      throw sourceError(error);
    }
  }
}

function sourceError(error: unknown): unknown {
  const isOfStore = error instanceof S3ServiceException || (error as { $metadata?: object }).$metadata !== undefined;
  const { code } = error as NodeJS.ErrnoException;
  return isOfStore || code !== undefined ? sourceUnavailable(storageError(error).problem) : error;
}
