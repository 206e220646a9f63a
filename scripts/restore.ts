/**
 * Restores a backup into an empty database and an empty DATA_DIR (docs/operations/backup.md):
 *   npm run restore -- --from FOLDER
 * FOLDER is one backup, or the folder of all backups, which selects the latest. Reads and checks the backup before
 * writing. Exits with code 1 if the restore is refused.
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { BackupFolder } from '../src/backup/backup-folder.js';
import { exitOnError } from '../src/common/errors/operator-error.js';
import { inBackupTool, keepSecretKey, secretsFor } from '../src/backup/backup-tool.js';
import { lastMigrationOf, restoreBackup } from '../src/backup/restore-backup.js';
import { verifyBackup } from '../src/backup/verify-backup.js';
import { loadEnv } from '../src/config/env.js';
import { openDatabase } from '../src/start/open-database.js';

const { values } = parseArgs({ options: { from: { type: 'string' } } });

if (values.from === undefined) {
  console.error('usage: npm run restore -- --from FOLDER');
  process.exitCode = 2;
} else {
  const from = values.from;
  await exitOnError(async () => {
    const folder = await BackupFolder.find(from);
    const backup = await verifyBackup(folder, await secretsFor(loadEnv(), folder));
    const { created_at, tables, blobs, jobs } = backup.manifest;
    // Before an embedded database is created.
    const through = lastMigrationOf(backup.manifest);
    await inBackupTool(openDatabase, folder, ({ env, databaseUrl, storage }) =>
      restoreBackup(backup, { databaseUrl, storage, through, beforeWriting: () => keepSecretKey(env, folder) }),
    );
    // Imported late: loading the service takes longer than refusing.
    const { withApplication } = await import('../src/start/application-context.js');
    const { AuditTrail } = await import('../src/modules/audit/audit.service.js');
    await withApplication((app) =>
      app.get(AuditTrail, { strict: false }).record({
        action: 'backup.restored',
        details: { created_at },
        organization_id: null,
      }),
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`restored the backup of ${created_at}: ${rows} rows, ${jobs.count} jobs, ${blobs.count} files`);
  });
}
