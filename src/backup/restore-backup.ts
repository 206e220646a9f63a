import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, migrationsOfBuild } from '../start/migrate.js';
import { prepareQueues, putBackJobs, type WaitingJob } from '../integrations/job-queue/waiting-jobs.js';
import type { BlobStorage } from '../integrations/storage/blob-storage.js';
import type { BackedUpTable, BackupManifest } from './backup-manifest.js';
import { BackupError } from './backup-folder.js';
import { copyBlobs } from './blob-copies.js';
import { listTables, OWN_TABLES } from './database-snapshot.js';
import { readJsonLines } from './line-files.js';
import type { VerifiedBackup } from './verify-backup.js';

export interface RestoreTarget {
  databaseUrl: string;
  storage: BlobStorage;
  through: number;
  /** Called when the backup is known to be loadable. */
  beforeWriting: () => Promise<void>;
}

/**
 * Loads a backup into an empty database and migrates it. Stored files come first, then all rows and jobs in one transaction. If
 * interrupted before its commit, it can be repeated.
 * @throws BackupError when the database is not empty
 */
export async function restoreBackup(backup: VerifiedBackup, target: RestoreTarget): Promise<void> {
  const { databaseUrl, storage, through, beforeWriting } = target;
  const { manifest, folder } = backup;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'amks restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET statement_timeout = 0`);
    await requireEmpty(client, manifest);
    await beforeWriting();
    const { lost } = await copyBlobs(backup.listBlobs(), backup.storage, storage);
    if (lost[0] !== undefined) throw new BackupError(`The stored file ${lost[0]} of the backup can no longer be read.`);
    const jobs = await readJsonLines<WaitingJob>(folder.read(manifest.jobs));
    await migrate(databaseUrl, through);
    await prepareQueues(databaseUrl, jobs);
    await client.query('BEGIN');
    await client.query('SET CONSTRAINTS ALL DEFERRED');
    for (const table of manifest.tables) await load(client, backup, table);
    for (const [name, value] of Object.entries(manifest.sequences)) {
      await client.query(`SELECT setval($1::regclass, $2::bigint)`, [client.escapeIdentifier(name), value]);
    }
    await putBackJobs(databaseUrl, jobs, async <Row extends object>(sql: string, values?: unknown[]) => {
      const { rows } = await client.query<Row>(sql, values);
      return rows;
    });
    await client.query('COMMIT');
    await migrate(databaseUrl);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

async function load(client: pg.Client, { folder }: VerifiedBackup, table: BackedUpTable): Promise<void> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const target = client.query(copyFrom(`COPY ${client.escapeIdentifier(table.name)} (${columns}) FROM STDIN`));
  await pipeline(folder.read(table), target);
  if (target.rowCount === table.rows) return;
  throw new BackupError(`Of ${table.name} ${target.rowCount} rows were loaded, and the backup has ${table.rows}.`);
}

/** Time of the backup's last migration. @throws BackupError when this build has other migrations until then, as with a newer backup */
export function lastMigrationOf({ migrations }: BackupManifest): number {
  const known = migrationsOfBuild();
  // A migration's name ends with its time.
  const foreign = migrations.find((name, index) => !name.endsWith(String(known[index]?.timestamp)));
  const last = known[migrations.length - 1];
  if (foreign === undefined && last) return last.timestamp;
  throw new BackupError(
    `The backup is of another version of the service, with the migration ${foreign ?? 'none'}: restore it with that version or a newer one.`,
  );
}

/** An interrupted restore leaves empty tables, of the backup's schema or an older one. */
async function requireEmpty(client: pg.Client, { migrations }: BackupManifest): Promise<void> {
  const tables = await listTables(client);
  for (const table of tables.filter((name) => !OWN_TABLES.includes(name))) {
    const { rows } = await client.query(`SELECT FROM ${client.escapeIdentifier(table)} LIMIT 1`);
    if (rows.length > 0)
      throw new BackupError(`The database is not empty: the table ${table} has rows. Restore into a new one.`);
  }
  if (!tables.includes('migrations')) return;
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM migrations`);
  if (rows.every(({ name }) => migrations.includes(name))) return;
  throw new BackupError('The database is not empty: its schema is newer than the backup. Restore into a new one.');
}
