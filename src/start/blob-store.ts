import path from 'node:path';
import type { Env } from '../config/env.js';
import { FileBlobStorage } from '../integrations/storage/file-blob-storage.js';
import type { S3BlobStorage } from '../integrations/storage/s3-blob-storage.js';
import type { S3Credentials } from '../integrations/storage/storage-url.js';

/** Null: the default chain. */
export function s3Credentials({
  STORAGE_ACCESS_KEY_ID: accessKeyId,
  STORAGE_SECRET_ACCESS_KEY: secretAccessKey,
}: Env): S3Credentials | null {
  return accessKeyId === '' ? null : { accessKeyId, secretAccessKey };
}

/** The object store of STORAGE_URL, or DATA_DIR. */
export async function blobStore(env: Env): Promise<FileBlobStorage | S3BlobStorage> {
  if (env.STORAGE_URL === null) return new FileBlobStorage(env.DATA_DIR, env.STORAGE_RESERVE_BYTES);
  const { S3BlobStorage } = await import('../integrations/storage/s3-blob-storage.js');
  return new S3BlobStorage({
    location: env.STORAGE_URL,
    credentials: s3Credentials(env),
    temporaryFolder: path.join(env.DATA_DIR, 'tmp'),
    reserveBytes: env.STORAGE_RESERVE_BYTES,
  });
}
