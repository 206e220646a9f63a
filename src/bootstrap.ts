import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { configureApp } from './app.js';
import { secretKeyFromFile } from './common/crypto/secret-key-file.js';
import { HttpAdapter } from './common/http/http-adapter.js';
import { createLogger, NestLogger } from './common/http/logger.js';
import type { Env } from './config/env.js';
import { createDataSource } from './data-source.js';
import { seedDemo } from './demo/seed-demo.js';
import { openDatabase } from './open-database.js';

/** From SIGTERM on: requests get this long to end, then their connections are cut. Milliseconds. */
const DRAIN_MS = 10_000;
/** And the process is gone after this long, whatever still runs. */
const SHUTDOWN_DEADLINE_MS = 14_000;

/** Brings the service up: database, schema, application, listening, demonstration data when wanted. */
export async function bootstrap(env: Env): Promise<void> {
  const logger = createLogger(env.LOG_LEVEL);
  const masterKey = env.SECRET_KEY ?? secretKeyFromFile(env.DATA_DIR);
  const database = await openDatabase(env, () => {
    logger.fatal('the embedded database ended; stopping');
    process.exit(1);
  });
  const dataSource = createDataSource(database.url, env.DATABASE_POOL_SIZE);
  await dataSource.initialize();
  await dataSource.runMigrations({ transaction: 'each' });

  const options = { env, masterKey, databaseUrl: database.url, dataSource };
  const adapter = new HttpAdapter({ logger, trustProxy: env.TRUST_PROXY });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(options), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  await configureApp(app, options);
  const fastify = app.getHttpAdapter().getInstance();
  const stop = async (): Promise<void> => {
    await app.close();
    await dataSource.destroy();
    await database.close();
  };
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'stopping');
      stopping.abort();
      setTimeout(() => fastify.server.closeAllConnections(), DRAIN_MS).unref();
      setTimeout(() => process.exit(1), SHUTDOWN_DEADLINE_MS).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
    });
  }
  await app.listen(env.PORT, env.HOST);
  logger.info({ url: await app.getUrl(), docs: `${await app.getUrl()}/docs` }, 'listening');
  if (!(env.SEED_DEMO ?? database.embedded)) return;
  await seedDemo(app, env.DATA_DIR, stopping.signal).catch((error: unknown) => {
    // Stopping takes the database away from under it; the next start goes on.
    if (!stopping.signal.aborted) throw error;
  });
}
