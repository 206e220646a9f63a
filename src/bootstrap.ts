import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { configureApp } from './app.js';
import { listening } from './common/http/address-unavailable.error.js';
import { Draining } from './common/http/draining.js';
import { HttpAdapter } from './common/http/http-adapter.js';
import { createLogger, NestLogger } from './common/http/logger.js';
import { logWhatLibrariesPrint } from './common/http/process-log.js';
import { STOP_BUDGET_MS } from './common/stop-budget.js';
import type { Env } from './config/env.js';
import { closeDataFolder } from './data-folder.js';
import { createDataSource, databaseOptions } from './data-source.js';
import { seedDemo } from './demo/seed-demo.js';
import { Outbox } from './integrations/outbox/outbox.js';
import { masterKeySource } from './master-key.js';
import { migrate } from './migrate.js';
import { openDatabase } from './open-database.js';
import { Shutdown } from './shutdown.js';
import { startTraces } from './telemetry.js';

/** Brings the service up: database, schema, application, listening, demonstration data when wanted. */
export async function bootstrap(env: Env): Promise<void> {
  const logger = createLogger(env.LOG_LEVEL);
  logWhatLibrariesPrint(logger);
  const shutdown = new Shutdown(logger, env.SHUTDOWN_DELAY_SECONDS * 1000);
  await shutdown.guard(() => start(env, logger, shutdown));
}

async function start(env: Env, logger: Logger, shutdown: Shutdown): Promise<void> {
  closeDataFolder(env.DATA_DIR);
  const masterKey = masterKeySource(env);
  shutdown.closeAtEnd(await startTraces(env, logger));
  const database = await openDatabase(env, () => {
    logger.fatal('the embedded database ended; stopping');
    process.exit(1);
  });
  shutdown.closeAtEnd(() => database.close());
  shutdown.signal.throwIfAborted();
  await migrate(database.url);
  shutdown.signal.throwIfAborted();
  const dataSource = createDataSource(database.url, env.DATABASE_POOL_SIZE, databaseOptions(env));
  await dataSource.initialize();
  shutdown.closeAtEnd(() => dataSource.destroy());

  const options = { env, masterKey, databaseUrl: database.url, dataSource };
  const adapter = new HttpAdapter({
    logger,
    trustProxy: env.TRUST_PROXY,
    timeouts: { request: env.REQUEST_TIMEOUT_SECONDS * 1000, upload: env.UPLOAD_TIMEOUT_SECONDS * 1000 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(options), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  await configureApp(app, options);
  shutdown.closeAtEnd(async () => {
    app.get(Draining).begin();
    await sleep(env.SHUTDOWN_DELAY_SECONDS * 1000);
    setTimeout(() => app.getHttpServer().closeAllConnections(), STOP_BUDGET_MS.work).unref();
    await app.close();
  });
  const { HOST: host, PORT: port } = env;
  await listening(() => app.listen(port, host), { host, port }, 'HOST or PORT');
  // Of a connection that could not be taken. Unheard, it would end the process.
  app.getHttpServer().on('error', (error) => logger.error({ err: error }, 'a connection was lost'));
  logger.info({ url: await app.getUrl(), docs: `${await app.getUrl()}/docs`, role: env.ROLE }, 'listening');
  const { folder, unset } = app.get(Outbox, { strict: false });
  if (unset.length > 0) logger.warn({ folder, unset }, 'messages are not sent but written to the outbox');
  if (!(env.SEED_DEMO ?? database.embedded)) return;
  // Beside the start: the service serves without, and the next start goes on with what is missing.
  void seedDemo(app, env.DATA_DIR, shutdown.signal).catch((error: unknown) => {
    // Stopping takes the database away from under it.
    if (!shutdown.signal.aborted) logger.error({ err: error }, 'the demonstration data are not complete');
  });
}
