/**
 * Reads a complete backup and compares it with its manifest (docs/operations/backup.md):
 *   npm run backup:verify -- --from FOLDER
 * FOLDER is one backup, or the folder of all backups, which selects the latest. Needs the master key, but no database.
 * Exits with code 1 if the backup is damaged, incomplete, or of a service with another master key.
 */
import { parseArgs } from 'node:util';
import { BackupFolder } from '../src/backup/backup-folder.js';
import { exitOnError } from '../src/common/errors/operator-error.js';
import { secretsFor } from '../src/backup/backup-tool.js';
import { verifyBackup } from '../src/backup/verify-backup.js';
import { loadEnv } from '../src/config/env.js';

const { values } = parseArgs({ options: { from: { type: 'string' } } });

if (values.from === undefined) {
  console.error('usage: npm run backup:verify -- --from FOLDER');
  process.exitCode = 2;
} else {
  const from = values.from;
  await exitOnError(async () => {
    const folder = await BackupFolder.find(from);
    const { manifest } = await verifyBackup(folder, await secretsFor(loadEnv(), folder));
    const { created_at, tables, blobs, blobs_lost, service_version } = manifest;
    console.log(
      `${folder.path}: created at ${created_at} by version ${service_version}, ${tables.length} tables, ${blobs.count} files, all sound`,
    );
    for (const sha256 of blobs_lost) console.error(`${sha256}: was missing or damaged when the backup was made`);
  });
}
