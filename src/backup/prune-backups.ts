import { rm } from 'node:fs/promises';
import path from 'node:path';
import { FileBlobStorage } from '../integrations/storage/file-blob-storage.js';
import { BackupFolder, listBackups } from './backup-folder.js';
import { parseUnsealed } from './backup-manifest.js';
import { readBlobList } from './line-files.js';

export interface PruneReport {
  backups: number;
  blobs: number;
}

/** Not during a backup into the folder. @throws BackupError when a backup to keep cannot be read; nothing is removed then */
export async function pruneBackups(root: string, keep: number): Promise<PruneReport> {
  const names = await listBackups(root);
  const kept = names.slice(-keep);
  const named = new Set<string>();
  for (const name of kept) {
    const folder = await BackupFolder.find(path.join(root, name));
    // Backups from before a change of the master key count, too.
    const { blobs } = parseUnsealed(await folder.readManifest());
    await folder.requireSound(blobs);
    for await (const { sha256 } of readBlobList(folder.read(blobs))) named.add(sha256);
  }
  const obsolete = names.slice(0, -keep);
  for (const name of obsolete) await rm(path.join(root, name), { recursive: true });
  const report: PruneReport = { backups: obsolete.length, blobs: 0 };
  const storage = new FileBlobStorage(root);
  for await (const { sha256 } of storage.list()) {
    if (named.has(sha256)) continue;
    await storage.delete(sha256);
    report.blobs += 1;
  }
  return report;
}
