/**
 * Manages the database schema:
 *   migration.js run       applies pending migrations; --through TIME stops at that migration, --tries N limits the attempts to lock a table in use
 *   migration.js revert    reverts the last migration, for development; requires --force with DATABASE_URL
 *   migration.js generate  prints the statements that adapt the schema to the entities
 *   migration.js check     migrates an empty scratch database and fails if it differs from the entities
 * Without DATABASE_URL, uses the embedded database in DATA_DIR.
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { DataSource } from 'typeorm';
import { exitOnError } from '../src/common/errors/operator-error.js';
import { loadEnv } from '../src/config/env.js';
import { createMigrationSource, migrate } from '../src/start/migrate.js';
import { openDatabase } from '../src/start/open-database.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    through: { type: 'string' },
    tries: { type: 'string' },
    force: { type: 'boolean', default: false },
  },
});

async function main(command: string | undefined): Promise<number> {
  if (command === 'check') return checkFromNothing();
  const env = loadEnv();
  if (command === 'revert' && env.DATABASE_URL !== null && !values.force) {
    console.error(
      'Reverting a migration loses data. Production databases only migrate forward. For a development database use --force.',
    );
    return 1;
  }
  const database = await openDatabase(env);
  try {
    return await run(command, database.url);
  } finally {
    await database.close();
  }
}

/** @throws TypeError unless the option is a positive integer */
function numberOf(option: 'through' | 'tries'): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) throw new TypeError(`--${option} must be a positive integer, not ${text}`);
  return Number(text);
}

async function run(command: string | undefined, url: string): Promise<number> {
  if (command === 'run') {
    const applied = await migrate(url, numberOf('through'), numberOf('tries'));
    console.log(applied.length > 0 ? `applied ${applied.map(({ name }) => name).join(', ')}` : 'nothing to apply');
    return 0;
  }
  if (command !== 'revert' && command !== 'generate') {
    console.error('usage: migration run|revert|generate|check');
    return 2;
  }
  const dataSource = await createMigrationSource(url).initialize();
  try {
    if (command === 'revert') await dataSource.undoLastMigration({ transaction: 'each' });
    else await printDifferences(dataSource);
    return 0;
  } finally {
    await dataSource.destroy();
  }
}

async function checkFromNothing(): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'migration-check-'));
  const database = await openDatabase({ ...loadEnv({}), DATABASE_URL: null, DATA_DIR: dataDir });
  const dataSource = createMigrationSource(database.url);
  try {
    await dataSource.initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    return (await printDifferences(dataSource)) === 0 ? 0 : 1;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Prints the statements that adapt the schema to the entities; returns their number. */
async function printDifferences(dataSource: DataSource): Promise<number> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  for (const { query } of upQueries) console.log(`${query};`);
  if (upQueries.length === 0) console.log('the schema matches the entities');
  return upQueries.length;
}

process.exitCode = await exitOnError(() => main(positionals[0]));
