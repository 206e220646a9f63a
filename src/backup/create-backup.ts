import path from 'node:path';
import type { Secrets } from '../common/crypto/secrets.js';
import type { BlobStorage } from '../integrations/storage/blob-storage.js';
import { FileBlobStorage } from '../integrations/storage/file-blob-storage.js';
import { readWaitingJobs } from '../integrations/job-queue/waiting-jobs.js';
import { BackupFolder, BackupError } from './backup-folder.js';
import {
  BACKUP_FORMAT,
  keyCheckOf,
  serializeManifest,
  type BackedUpTable,
  type BackupManifest,
} from './backup-manifest.js';
import { copyBlobs, type CopyReport } from './blob-copies.js';
import { DatabaseSnapshot } from './database-snapshot.js';
import { pruneBackups, type PruneReport } from './prune-backups.js';
import { readBlobList, writeJsonLines } from './line-files.js';

export interface BackupSource {
  databaseUrl: string;
  storage: BlobStorage;
  secrets: Secrets;
  serviceVersion: string;
}

export interface BackupTarget {
  /** Folder of backups, created if missing. */
  folder: string;
  /** Master key file to include; null, the recommended value, to omit it. */
  secretKeyFile: string | null;
  /** Number of backups to keep; null for all. */
  keep: number | null;
}

export interface BackupReport {
  path: string;
  manifest: BackupManifest;
  blobs: CopyReport;
  pruned: PruneReport;
}

/**
 * Saves a snapshot of the database and its stored files while the service runs. An interrupted run leaves no backup, only
 * stored files that the next one reuses.
 * @throws BackupError when the master key is not the database's, or another backup is running
 */
export async function createBackup(source: BackupSource, target: BackupTarget): Promise<BackupReport> {
  const snapshot = await DatabaseSnapshot.open(source.databaseUrl);
  try {
    await requireMasterKey(snapshot, source.secrets);
    const folder = await BackupFolder.begin(path.resolve(target.folder), snapshot.takenAt);
    const tables: BackedUpTable[] = [];
    for (const { name, columns } of await snapshot.listTables()) {
      const { stream, rows } = snapshot.readTable({ name, columns });
      const file = await folder.write(`tables/${name}.copy.gz`, stream);
      tables.push({ name, columns, rows: rows(), ...file });
    }
    const jobs = await readWaitingJobs((sql) => snapshot.query(sql));
    const list = await folder.write('blobs.gz', await snapshot.readBlobs());
    const copies = await copyBlobs(readBlobList(folder.read(list)), source.storage, new FileBlobStorage(folder.root));
    const manifest: BackupManifest = {
      format: BACKUP_FORMAT,
      service_version: source.serviceVersion,
      created_at: snapshot.takenAt.toISOString(),
      migrations: await snapshot.listMigrations(),
      tables,
      sequences: await snapshot.listSequences(),
      jobs: { count: jobs.length, ...(await folder.write('jobs.gz', writeJsonLines(jobs))) },
      blobs: { count: copies.count, total_bytes: copies.bytes, ...list },
      blobs_lost: copies.lost,
      key_check: keyCheckOf(source.secrets),
    };
    if (target.secretKeyFile !== null) await folder.addSecretKey(target.secretKeyFile);
    const made = await folder.finish(serializeManifest(manifest, source.secrets));
    const pruned = target.keep === null ? { backups: 0, blobs: 0 } : await pruneBackups(folder.root, target.keep);
    return { path: made, manifest, blobs: copies, pruned };
  } finally {
    await snapshot.close();
  }
}

/** A backup sealed under another key could never be restored. */
async function requireMasterKey(snapshot: DatabaseSnapshot, secrets: Secrets): Promise<void> {
  const sealed = await snapshot.findSealed();
  try {
    if (sealed) secrets.decrypt(sealed, 'signing keys');
  } catch {
    throw new BackupError(
      'The configured master key is not that of this database: use SECRET_KEY and DATA_DIR of the service.',
    );
  }
}
