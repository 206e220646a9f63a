/**
 * The database's schema, from the command line:
 *
 *   migration.js run       applies what is missing
 *   migration.js revert    takes the last migration back
 *   migration.js generate  prints the statements that would bring the schema to the entities
 *   migration.js check     the same, and fails when there are any
 *
 * Without DATABASE_URL the embedded database under DATA_DIR is used.
 */
import 'reflect-metadata';
import { loadEnv } from '../src/config/env.js';
import { createDataSource } from '../src/data-source.js';
import { openDatabase } from '../src/open-database.js';

async function main(command: string | undefined): Promise<number> {
  const database = await openDatabase(loadEnv());
  const dataSource = createDataSource(database.url, 2);
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
      case 'check': {
        const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
        for (const { query } of upQueries) console.log(`${query};`);
        if (upQueries.length === 0) console.log('the schema matches the entities');
        return command === 'check' && upQueries.length > 0 ? 1 : 0;
      }
      default:
        console.error('usage: migration run|revert|generate|check');
        return 2;
    }
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.close();
  }
}

process.exitCode = await main(process.argv[2]);
