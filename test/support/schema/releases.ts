import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

/** A release, as `migrations/releases.json` has it. */
export interface Release {
  version: string;
  /** Milliseconds since 1970: the last migration that the release has. */
  last_migration: number;
  /** Of the release's migrations, in their order: {@link digestThrough}. */
  sha256: string;
}

/** A migration's source. */
export interface MigrationFile {
  timestamp: number;
  /** Without `.ts`. */
  name: string;
  file: string;
}

const FOLDER = path.join(projectRoot(), 'migrations');

/** Every release, the newest last. */
export function releases(): Release[] {
  return JSON.parse(readFileSync(path.join(FOLDER, 'releases.json'), 'utf8')) as Release[];
}

/** The newest release. */
export function lastRelease(): Release {
  const last = releases().at(-1);
  if (!last) throw new Error('migrations/releases.json names no release');
  return last;
}

/** Every migration, in their order. */
export function migrationFiles(): MigrationFile[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => ({
      timestamp: Number.parseInt(file, 10),
      name: file.slice(0, -'.ts'.length),
      file: path.join(FOLDER, file),
    }));
}

/** The migrations up to that one, their names and their sources, as one digest in hexadecimal. */
export function digestThrough(timestamp: number): string {
  const hash = createHash('sha256');
  for (const migration of migrationFiles()) {
    if (migration.timestamp > timestamp) continue;
    hash.update(migration.name).update('\0').update(readFileSync(migration.file)).update('\0');
  }
  return hash.digest('hex');
}
