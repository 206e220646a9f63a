/**
 * The database's schema, from the command line:
 *
 *   migration.js run       applies what is missing
 *   migration.js revert    takes the last migration back
 *   migration.js generate  prints the statements that would bring the schema to the entities
 *   migration.js check     migrates a scratch database from nothing and fails when it differs from the entities
 *
 * Without DATABASE_URL the embedded database under DATA_DIR is used.
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { loadEnv } from '../src/config/env.js';
import { createMigrationSource } from '../src/data-source.js';
import { openDatabase } from '../src/open-database.js';

async function main(command: string | undefined): Promise<number> {
  if (command === 'check') return checkFromNothing();
  const database = await openDatabase(loadEnv());
  const dataSource = createMigrationSource(database.url);
  try {
    await dataSource.initialize();
    switch (command) {
      case 'run': {
        const applied = await dataSource.runMigrations({ transaction: 'each' });
        console.log(applied.length > 0 ? `applied ${applied.map(({ name }) => name).join(', ')}` : 'nothing to apply');
        return 0;
      }
      case 'revert':
        await dataSource.undoLastMigration({ transaction: 'each' });
        return 0;
      case 'generate':
        await printDifferences(dataSource);
        return 0;
      default:
        console.error('usage: migration run|revert|generate|check');
        return 2;
    }
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.close();
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

process.exitCode = await main(process.argv[2]);
