import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../common/crypto/secrets.js';
import { BackupError } from './backup-folder.js';

/** To be increased when older formats cannot be read. */
export const BACKUP_FORMAT = 1;

const SEAL_PURPOSE = 'backup manifest';
const KEY_CHECK_PURPOSE = 'backup key check';

export interface BackupFile {
  file: string;
  bytes: number;
  sha256: string;
}

/** The rows of a table, gzipped, in COPY's text format. */
export interface BackedUpTable extends BackupFile {
  name: string;
  columns: string[];
  rows: number;
}

/** Content of a backup. Written last: a folder without it is not a backup. */
export interface BackupManifest {
  format: number;
  service_version: string;
  /** ISO 8601. The backup has everything committed before this time, and nothing later. */
  created_at: string;
  /** Names of the applied migrations, in order. */
  migrations: string[];
  /** In loading order. */
  tables: BackedUpTable[];
  /** Last value of each used sequence, by name. */
  sequences: Record<string, string>;
  /** Unfinished jobs, one JSON object per line. */
  jobs: BackupFile & { count: number };
  /** Stored files named in the tables, one line each: hash and bytes. `count` and `total_bytes` exclude those lost. */
  blobs: BackupFile & { count: number; total_bytes: number };
  /** Hashes of stored files that were missing or damaged at the backup, and are not saved. */
  blobs_lost: string[];
  /** Base64; opens only under the master key of the database. */
  key_check: string;
}

/** The file content with a seal under the master key, which detects changes. */
export function serializeManifest(manifest: BackupManifest, secrets: Secrets): string {
  const content = JSON.stringify(manifest);
  const seal = hmac(secrets.deriveKey(SEAL_PURPOSE), content).toString('base64');
  return `${JSON.stringify({ ...manifest, seal }, null, 2)}\n`;
}

/** @throws BackupError when it is truncated, modified, of another format, or under another master key */
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

export function keyCheckOf(secrets: Secrets): string {
  return secrets.encrypt(Buffer.from('amks'), KEY_CHECK_PURPOSE).toString('base64');
}

function requireKey(keyCheck: unknown, secrets: Secrets): void {
  try {
    secrets.decrypt(Buffer.from(String(keyCheck), 'base64'), KEY_CHECK_PURPOSE);
  } catch {
    throw new BackupError(
      'The backup belongs to a service with another master key: set SECRET_KEY, or put secret-key into DATA_DIR, as that service had it.',
    );
  }
}

/** The manifest without verification. @throws BackupError when it is truncated */
export function parseUnsealed(text: string): BackupManifest & { seal?: unknown } {
  try {
    const value = JSON.parse(text) as (BackupManifest & { seal?: unknown }) | null;
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw new BackupError('The manifest of the backup is damaged: it is no complete JSON.');
}

const hmac = (key: Buffer, content: string): Buffer => createHmac('sha256', key).update(content).digest();
