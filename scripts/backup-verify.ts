/**
 * Reads all of a backup and compares it with what was written (docs/operations/backup.md):
 *
 *   npm run backup:verify -- --from FOLDER
 *
 * FOLDER is one backup, or the folder of all: then the latest. Needs the master key, and no database. Exit code 1 when it is
 * damaged, incomplete, or of a service with another master key.
 */
import { parseArgs } from 'node:util';
import { BackupFolder } from '../src/backup/backup-folder.js';
import { exitOnBackupError, secretsFor } from '../src/backup/backup-tool.js';
import { verifyBackup } from '../src/backup/verify-backup.js';
import { loadEnv } from '../src/config/env.js';

const { values } = parseArgs({ options: { from: { type: 'string' } } });

if (values.from === undefined) {
  console.error('usage: npm run backup:verify -- --from FOLDER');
  process.exitCode = 2;
} else {
  const from = values.from;
  await exitOnBackupError(async () => {
    const folder = await BackupFolder.find(from);
    const { manifest } = await verifyBackup(folder, await secretsFor(loadEnv(), folder));
    const { created_at, tables, blobs, blobs_lost, service_version } = manifest;
    console.log(
      `${folder.path}: of ${created_at} by version ${service_version}, ${tables.length} tables, ${blobs.count} files, all sound`,
    );
    for (const sha256 of blobs_lost) console.error(`${sha256}: was missing or damaged when the backup was made`);
  });
}
