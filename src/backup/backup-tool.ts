import { copyFile, mkdir } from 'node:fs/promises';
import { Secrets } from '../common/crypto/secrets.js';
import { SecretKeyFile } from '../common/crypto/secret-key-file.js';
import { blobStore } from '../blob-store.js';
import { InvalidEnvironmentError, loadEnv, type Env } from '../config/env.js';
import { closeDataFolder } from '../data-folder.js';
import { DataDirectoryInUseError } from '../integrations/embedded-postgres/embedded-postgres.errors.js';
import type { BlobStorage } from '../integrations/storage/blob-storage.js';
import { existingMasterKey, masterKeyFile } from '../master-key.js';
import { MigrationBlockedError } from '../migrate.js';
import type { OpenDatabase } from '../open-database.js';
import type { BackupFolder } from './backup-folder.js';
import { BackupError } from './backup.errors.js';

/** What the tools of the command line work with. */
export interface BackupTool {
  env: Env;
  databaseUrl: string;
  storage: BlobStorage;
  secrets: Secrets;
}

/**
 * Runs `work` with the database, the storage and the master key of the environment, and closes them.
 *
 * @param backup what may bring the master key along; null where it has to be there
 */
export async function inBackupTool(
  open: (env: Env) => Promise<OpenDatabase>,
  backup: BackupFolder | null,
  work: (tool: BackupTool) => Promise<void>,
): Promise<void> {
  await exitOnBackupError(async () => {
    const env = loadEnv();
    closeDataFolder(env.DATA_DIR);
    const secrets = await secretsFor(env, backup);
    const database = await open(env);
    const storage = await blobStore(env);
    try {
      await work({ env, databaseUrl: database.url, storage, secrets });
    } finally {
      await storage.close();
      await database.close();
    }
  });
}

/** Says what the operator can put right in one sentence and ends with 1; anything else keeps its stack. */
export async function exitOnBackupError(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const known = [BackupError, DataDirectoryInUseError, InvalidEnvironmentError, MigrationBlockedError].some(
      (type) => error instanceof type,
    );
    if (!known) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

/**
 * Of the master key of the environment or, where there is none yet, of the one that the backup brings along.
 *
 * @throws BackupError when there is neither: a new key would open nothing
 */
export async function secretsFor(env: Env, backup: BackupFolder | null): Promise<Secrets> {
  const existing = existingMasterKey(env);
  if (existing) return new Secrets(existing);
  if (!(await backup?.findSecretKey())) {
    throw new BackupError(
      'There is no master key: set SECRET_KEY, or put secret-key into DATA_DIR, as the service had it.',
    );
  }
  return new Secrets(new SecretKeyFile(backup!.path).keys);
}

/** Puts the master key that the backup brings along into DATA_DIR, where there is none yet. */
export async function keepSecretKey(env: Env, backup: BackupFolder): Promise<void> {
  const target = masterKeyFile(env);
  const source = await backup.findSecretKey();
  if (!target || target.exists || source === null) return;
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  await copyFile(source, target.file);
}
