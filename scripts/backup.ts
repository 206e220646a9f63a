/**
 * Backs up the database and the stored files; the service can run meanwhile (docs/operations/backup.md):
 *   npm run backup -- --to FOLDER [--keep N] [--with-secret-key]
 * Each backup is a folder in FOLDER; stored files are in FOLDER/blobs, each once. `--keep` deletes all complete backups
 * except the latest N, and stored files that only those used. Exits with code 1 without a backup, and with 3 if files
 * are missing or damaged in the storage.
 */
import { parseArgs } from 'node:util';
import { createBackup } from '../src/backup/create-backup.js';
import { inBackupTool } from '../src/backup/backup-tool.js';
import { BackupError } from '../src/backup/backup-folder.js';
import { releaseVersion } from '../src/common/runtime/release.js';
import { masterKeyFile } from '../src/start/master-key.js';
import { openDatabaseBeside } from '../src/start/open-database.js';

const { values } = parseArgs({
  options: { to: { type: 'string' }, keep: { type: 'string' }, 'with-secret-key': { type: 'boolean', default: false } },
});
const keep = values.keep === undefined ? null : Number(values.keep);

if (values.to === undefined || (keep !== null && !(Number.isInteger(keep) && keep > 0))) {
  console.error('usage: npm run backup -- --to FOLDER [--keep N] [--with-secret-key]');
  process.exitCode = 2;
} else {
  const folder = values.to;
  await inBackupTool(openDatabaseBeside, null, async ({ env, databaseUrl, storage, secrets }) => {
    const secretKeyFile = values['with-secret-key'] ? (masterKeyFile(env)?.file ?? null) : null;
    if (values['with-secret-key'] && secretKeyFile === null) {
      throw new BackupError(
        'SECRET_KEY is set in the environment, so there is no key file to include. Back up the environment.',
      );
    }
    const source = { databaseUrl, storage, secrets, serviceVersion: releaseVersion() };
    const { path: made, manifest, blobs, pruned } = await createBackup(source, { folder, secretKeyFile, keep });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${made}: ${rows} rows, ${manifest.jobs.count} jobs, ${manifest.blobs.count} files, of which ${blobs.copied} new`,
    );
    for (const sha256 of blobs.lost) console.error(`${sha256}: MISSING OR DAMAGED, not in the backup`);
    if (blobs.lost.length > 0) process.exitCode = 3;
    if (keep !== null) console.log(`removed ${pruned.backups} earlier backups and ${pruned.blobs} of their files`);
  });
}
