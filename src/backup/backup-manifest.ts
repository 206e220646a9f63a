import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../common/crypto/secrets.js';
import { BackupError } from './backup.errors.js';

/** Raised when a backup of before could not be read as one of now. */
export const BACKUP_FORMAT = 1;

const SEAL_PURPOSE = 'backup manifest';
const KEY_CHECK_PURPOSE = 'backup key check';

/** A file of the backup. */
export interface BackupFile {
  /** Path below the backup's folder. */
  file: string;
  bytes: number;
  sha256: string;
}

/** The rows of a table, gzipped, as COPY writes them in its text format. */
export interface BackedUpTable extends BackupFile {
  name: string;
  columns: string[];
  rows: number;
}

/** What a backup consists of. It is written last: a folder without it is no backup. */
export interface BackupManifest {
  format: number;
  service_version: string;
  /** ISO 8601. What was committed before is in the backup, what was committed later is not. */
  created_at: string;
  /** Names of the migrations that the database had, in their order. */
  migrations: string[];
  /** In an order in which they can be loaded. */
  tables: BackedUpTable[];
  /** Last value of each sequence that was used, by its name. */
  sequences: Record<string, string>;
  /** Jobs that nobody had finished, one a line as JSON. */
  jobs: BackupFile & { count: number };
  /** Stored files that the tables name, one a line: hash and bytes. `count` and `total_bytes` are of those saved. */
  blobs: BackupFile & { count: number; total_bytes: number };
  /** Hashes of those of them that were missing or damaged already when the backup was made, and are not saved. */
  blobs_lost: string[];
  /** Base64; opens under the master key that the database is sealed under, and no other. */
  key_check: string;
}

/** As it stands in the file, with a seal under the master key: nobody without it can change a backup unnoticed. */
export function serializeManifest(manifest: BackupManifest, secrets: Secrets): string {
  const content = JSON.stringify(manifest);
  const seal = hmac(secrets.deriveKey(SEAL_PURPOSE), content).toString('base64');
  return `${JSON.stringify({ ...manifest, seal }, null, 2)}\n`;
}

/** @throws BackupError when it is cut off, changed, of another format, or of a database under another master key */
export function parseManifest(text: string, secrets: Secrets): BackupManifest {
  const { seal, ...manifest } = parseUnsealed(text);
  if (manifest.format !== BACKUP_FORMAT) {
    throw new BackupError(
      `The backup has format ${String(manifest.format)}, and this version of the service reads format ${BACKUP_FORMAT}.`,
    );
  }
  requireKey(manifest.key_check, secrets);
  const given = Buffer.from(String(seal), 'base64');
  const expected = secrets.deriveKeys(SEAL_PURPOSE).map((key) => hmac(key, JSON.stringify(manifest)));
  if (!expected.some((one) => one.length === given.length && timingSafeEqual(one, given))) {
    throw new BackupError('The manifest of the backup was changed after it was written.');
  }
  return manifest;
}

/** For {@link BackupManifest.key_check}. */
export function keyCheckOf(secrets: Secrets): string {
  return secrets.encrypt(Buffer.from('amks'), KEY_CHECK_PURPOSE).toString('base64');
}

function requireKey(keyCheck: unknown, secrets: Secrets): void {
  try {
    secrets.decrypt(Buffer.from(String(keyCheck), 'base64'), KEY_CHECK_PURPOSE);
  } catch {
    throw new BackupError(
      'The backup is of a service with another master key: set SECRET_KEY, or put secret-key into DATA_DIR, as that service had it.',
    );
  }
}

/** What a manifest says, whoever wrote it. @throws BackupError when it is cut off */
export function parseUnsealed(text: string): BackupManifest & { seal?: unknown } {
  try {
    const value = JSON.parse(text) as (BackupManifest & { seal?: unknown }) | null;
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below.
  }
  throw new BackupError('The manifest of the backup is damaged: it is no complete JSON.');
}

const hmac = (key: Buffer, content: string): Buffer => createHmac('sha256', key).update(content).digest();
