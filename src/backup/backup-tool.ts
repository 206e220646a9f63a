import { copyFile, mkdir } from 'node:fs/promises';
import { Secrets } from '../common/crypto/secrets.js';
import { SecretKeyFile } from '../common/crypto/secret-key-file.js';
import { exitOnError } from '../common/errors/operator-error.js';
import { blobStore } from '../start/blob-store.js';
import { loadEnv, type Env } from '../config/env.js';
import { closeDataFolder } from '../start/data-folder.js';
import type { BlobStorage } from '../integrations/storage/blob-storage.js';
import { existingMasterKey, masterKeyFile } from '../start/master-key.js';
import type { OpenDatabase } from '../start/open-database.js';
import { type BackupFolder, BackupError } from './backup-folder.js';

export interface BackupTool {
  env: Env;
  databaseUrl: string;
  storage: BlobStorage;
  secrets: Secrets;
}

/** Runs `work` with database, storage and master key, then closes them. @param backup may contain the master key; null if it must exist */
export async function inBackupTool(
  open: (env: Env) => Promise<OpenDatabase>,
  backup: BackupFolder | null,
  work: (tool: BackupTool) => Promise<void>,
): Promise<void> {
  await exitOnError(async () => {
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

/** From the configured master key or the backup's. @throws BackupError without either, because a new key could open nothing */
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

/** Copies the backup's master key to DATA_DIR, unless there is one. */
export async function keepSecretKey(env: Env, backup: BackupFolder): Promise<void> {
  const target = masterKeyFile(env);
  const source = await backup.findSecretKey();
  if (!target || target.exists || source === null) return;
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  await copyFile(source, target.file);
}
