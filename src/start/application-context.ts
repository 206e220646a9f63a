import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { AppModule } from '../app.module.js';
import { exitOnError } from '../common/errors/operator-error.js';
import { createLogger, NestLogger } from '../common/telemetry/logger.js';
import { loadEnv } from '../config/env.js';
import { closeDataFolder } from './data-folder.js';
import { createDataSource, databaseOptions } from './data-source.js';
import { masterKeySource } from './master-key.js';
import { migrate } from './migrate.js';
import { openDatabase } from './open-database.js';

/** Runs `work` with the services of the application, without listening and background work, for command-line tools. */
export function withApplication<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return exitOnError(async () => {
    const env = loadEnv();
    closeDataFolder(env.DATA_DIR);
    const database = await openDatabase(env);
    const dataSource = createDataSource(database.url, env.DATABASE_POOL_SIZE, databaseOptions(env));
    try {
      await migrate(database.url);
      await dataSource.initialize();
      const masterKey = masterKeySource(env);
      const logger = new NestLogger(createLogger('warn'));
      const options = { env, masterKey, databaseUrl: database.url, dataSource, background: false };
      const app = await NestFactory.createApplicationContext(AppModule.forRoot(options), {
        logger,
        abortOnError: false,
      });
      try {
        return await work(app);
      } finally {
        await app.close();
      }
    } finally {
      if (dataSource.isInitialized) await dataSource.destroy();
      await database.close();
    }
  });
}
