/**
 * Loads a backup into an empty database and an empty DATA_DIR (docs/operations/backup.md):
 *
 *   npm run restore -- --from FOLDER
 *
 * FOLDER is one backup, or the folder of all: then the latest. All of it is read and checked before anything is written. Exit
 * code 1 when it was refused.
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { BackupFolder } from '../src/backup/backup-folder.js';
import { exitOnBackupError, inBackupTool, keepSecretKey, secretsFor } from '../src/backup/backup-tool.js';
import { lastMigrationOf, restoreBackup } from '../src/backup/restore-backup.js';
import { verifyBackup } from '../src/backup/verify-backup.js';
import { loadEnv } from '../src/config/env.js';
import { openDatabase } from '../src/open-database.js';

const { values } = parseArgs({ options: { from: { type: 'string' } } });

if (values.from === undefined) {
  console.error('usage: npm run restore -- --from FOLDER');
  process.exitCode = 2;
} else {
  const from = values.from;
  await exitOnBackupError(async () => {
    const folder = await BackupFolder.find(from);
    const backup = await verifyBackup(folder, await secretsFor(loadEnv(), folder));
    const { created_at, tables, blobs, jobs } = backup.manifest;
    // Before an embedded database is made for it.
    const through = lastMigrationOf(backup.manifest);
    await inBackupTool(openDatabase, folder, ({ env, databaseUrl, storage }) =>
      restoreBackup(backup, { databaseUrl, storage, through, beforeWriting: () => keepSecretKey(env, folder) }),
    );
    // All of the service, which takes longer to load than it takes to refuse.
    const { withApplication } = await import('../src/application-context.js');
    const { AuditTrail } = await import('../src/modules/audit/audit.service.js');
    await withApplication((app) =>
      app.get(AuditTrail, { strict: false }).record({
        action: 'backup.restored',
        details: { created_at },
        organization_id: null,
      }),
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`restored what was there at ${created_at}: ${rows} rows, ${jobs.count} jobs, ${blobs.count} files`);
  });
}
