import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Secrets } from '../common/crypto/secrets.js';
import { BlobNotFoundError } from '../integrations/storage/blob-storage.errors.js';
import type { BlobStorage } from '../integrations/storage/blob-storage.js';
import { FileBlobStorage } from '../integrations/storage/file-blob-storage.js';
import { type BackupFolder, BackupError } from './backup-folder.js';
import { parseManifest, type BackupManifest } from './backup-manifest.js';
import type { ReferredBlob } from './database-snapshot.js';
import { readBlobList } from './line-files.js';

/** A backup that was read completely and matches its manifest. */
export interface VerifiedBackup {
  folder: BackupFolder;
  manifest: BackupManifest;
  /** Its stored files, read again by each iteration. */
  listBlobs: () => AsyncIterable<ReferredBlob>;
  /** Location of its stored files. */
  storage: BlobStorage;
}

/** Reads and verifies a backup. @throws BackupError at the first difference */
export async function verifyBackup(folder: BackupFolder, secrets: Secrets): Promise<VerifiedBackup> {
  const manifest = parseManifest(await folder.readManifest(), secrets);
  for (const file of [...manifest.tables, manifest.jobs, manifest.blobs]) await folder.requireSound(file);
  const storage = new FileBlobStorage(folder.root);
  const listBlobs = (): AsyncIterable<ReferredBlob> => listSaved(folder, manifest);
  for await (const { sha256 } of listBlobs()) await requireSound(storage, sha256);
  return { folder, manifest, listBlobs, storage };
}

async function* listSaved(folder: BackupFolder, { blobs, blobs_lost }: BackupManifest): AsyncGenerator<ReferredBlob> {
  const lost = new Set(blobs_lost);
  for await (const blob of readBlobList(folder.read(blobs))) if (!lost.has(blob.sha256)) yield blob;
}

async function requireSound(storage: BlobStorage, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  try {
    await pipeline(await storage.open(sha256), hash);
  } catch (error) {
    if (!(error instanceof BlobNotFoundError)) throw error;
    throw new BackupError(`The backup is not complete: the stored file ${sha256} is missing.`);
  }
  if (hash.digest('hex') !== sha256)
    throw new BackupError(`The backup is damaged: the stored file ${sha256} is not what was written.`);
}
