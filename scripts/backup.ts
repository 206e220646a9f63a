/**
 * Saves the database and the stored files, while the service runs or not (docs/operations/backup.md):
 *
 *   npm run backup -- --to FOLDER [--keep N] [--with-secret-key]
 *
 * Each backup is a folder of its own below FOLDER; stored files are in FOLDER/blobs, each once. `--keep` removes all complete
 * backups but the latest N, and the stored files that only those had. Exit code 1 when there is no backup, 3 when
 * there is one, but of files that are missing or damaged in the storage.
 */
import { parseArgs } from 'node:util';
import { createBackup } from '../src/backup/create-backup.js';
import { inBackupTool } from '../src/backup/backup-tool.js';
import { BackupError } from '../src/backup/backup.errors.js';
import { releaseVersion } from '../src/common/project-root.js';
import { masterKeyFile } from '../src/master-key.js';
import { openDatabaseBeside } from '../src/open-database.js';

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
        'SECRET_KEY is in the environment: keep it where that is kept, there is no file to put in.',
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
    if (keep !== null) console.log(`removed ${pruned.backups} earlier backups and ${pruned.blobs} files of theirs`);
  });
}
