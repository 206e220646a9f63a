/**
 * The database's schema, from the command line:
 *
 *   migration.js run       applies what is missing; with --through TIME up to the migration of that time, with --tries N
 *                          asking N times at most for a table that is in use
 *   migration.js revert    takes the last migration back, in development: with DATABASE_URL only where --force is said
 *   migration.js generate  prints the statements that would bring the schema to the entities
 *   migration.js check     migrates a scratch database from nothing and fails when it differs from the entities
 *
 * Without DATABASE_URL the embedded database under DATA_DIR is used.
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { DataSource } from 'typeorm';
import { loadEnv } from '../src/config/env.js';
import { createMigrationSource, migrate, MigrationBlockedError } from '../src/migrate.js';
import { openDatabase } from '../src/open-database.js';

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
      'Taking a migration back loses data: production goes forward only. For a database of development say --force.',
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

/** @throws TypeError when the option is no whole number above 0 */
function numberOf(option: 'through' | 'tries'): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) throw new TypeError(`--${option} wants a whole number, not ${text}`);
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

/** Prints what would bring the schema to the entities; answers how many statements that takes. */
async function printDifferences(dataSource: DataSource): Promise<number> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  for (const { query } of upQueries) console.log(`${query};`);
  if (upQueries.length === 0) console.log('the schema matches the entities');
  return upQueries.length;
}

try {
  process.exitCode = await main(positionals[0]);
} catch (error) {
  // What the operator can put right is said in one sentence; anything else keeps its stack.
  if (!(error instanceof MigrationBlockedError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
