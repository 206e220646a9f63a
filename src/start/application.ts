import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from '../app.module.js';
import { configureApp } from '../app.js';
import { Draining } from '../common/context/draining.js';
import type { MasterKeySource } from '../common/crypto/secrets.js';
import { listening } from '../common/http/address-unavailable.error.js';
import { HttpAdapter } from '../common/http/http-adapter.js';
import { SHUTDOWN_TIMEOUTS_MS } from '../common/runtime/shutdown-timeouts.js';
import { NestLogger } from '../common/telemetry/logger.js';
import type { Env } from '../config/env.js';
import { seedDemo } from '../demo/seed-demo.js';
import { Outbox } from '../integrations/outbox/outbox.js';
import { createDataSource, databaseOptions } from './data-source.js';
import { migrate } from './migrate.js';
import type { OpenDatabase } from './open-database.js';
import type { Shutdown } from './shutdown.js';
import { startTraces } from './telemetry.js';

/** What the application starts on. */
interface Foundation {
  env: Env;
  masterKey: Buffer | MasterKeySource;
  database: OpenDatabase;
  logger: Logger;
  shutdown: Shutdown;
}

/** Starts the application on an open database: schema, modules, listening, demonstration data. */
export async function startApplication({ env, masterKey, database, logger, shutdown }: Foundation): Promise<void> {
  shutdown.closeAtEnd(await startTraces(env, logger));
  await migrate(database.url);
  shutdown.signal.throwIfAborted();
  const dataSource = createDataSource(database.url, env.DATABASE_POOL_SIZE, databaseOptions(env));
  await dataSource.initialize();
  shutdown.closeAtEnd(() => dataSource.destroy());

  const options = { env, masterKey, databaseUrl: database.url, dataSource };
  const adapter = new HttpAdapter({
    logger,
    trustProxy: env.TRUST_PROXY,
    sandboxUrl: env.SANDBOX_URL ? new URL(env.SANDBOX_URL) : null,
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
    setTimeout(() => app.getHttpServer().closeAllConnections(), SHUTDOWN_TIMEOUTS_MS.work).unref();
    await app.close();
  });
  const { HOST: host, PORT: port } = env;
  await listening(() => app.listen(port, host), { host, port }, 'HOST or PORT');
  // For failed connections. Unhandled, it would end the process.
  app.getHttpServer().on('error', (error) => logger.error({ err: error }, 'a connection was lost'));
  logger.info({ url: await app.getUrl(), docs: `${await app.getUrl()}/docs`, role: env.ROLE }, 'listening');
  const { folder, unset } = app.get(Outbox, { strict: false });
  if (unset.length > 0) logger.warn({ folder, unset }, 'messages are not sent but written to the outbox');
  if (!(env.SEED_DEMO ?? database.embedded)) return;
  // In the background; the next start continues what is missing.
  void seedDemo(app, env.DATA_DIR, shutdown.signal).catch((error: unknown) => {
    // Shutdown closes its database.
    if (!shutdown.signal.aborted) logger.error({ err: error }, 'the demonstration data are not complete');
  });
}
