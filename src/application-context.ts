import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { AppModule } from './app.module.js';
import { createLogger, NestLogger } from './common/http/logger.js';
import { loadEnv } from './config/env.js';
import { closeDataFolder } from './data-folder.js';
import { createDataSource, databaseOptions } from './data-source.js';
import { DataDirectoryInUseError } from './integrations/embedded-postgres/embedded-postgres.errors.js';
import { masterKeySource } from './master-key.js';
import { migrate, MigrationBlockedError } from './migrate.js';
import { openDatabase } from './open-database.js';

/** Runs `work` with the application's services, without listening and without background work: for the command line. */
export async function withApplication<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const env = loadEnv();
  closeDataFolder(env.DATA_DIR);
  const database = await openDatabase(env).catch(sayAndExit);
  const dataSource = createDataSource(database.url, env.DATABASE_POOL_SIZE, databaseOptions(env));
  try {
    await migrate(database.url).catch(sayAndExit);
    await dataSource.initialize();
    const masterKey = masterKeySource(env);
    const logger = new NestLogger(createLogger('warn'));
    const module = AppModule.forRoot({
      env,
      masterKey,
      databaseUrl: database.url,
      dataSource,
      background: false,
    });
    const app = await NestFactory.createApplicationContext(module, { logger, abortOnError: false });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.close();
  }
}

/** What the operator can put right is said in one sentence; anything else keeps its stack. */
function sayAndExit(error: unknown): never {
  if (!(error instanceof DataDirectoryInUseError || error instanceof MigrationBlockedError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
