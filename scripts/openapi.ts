/**
 * Generates the OpenAPI document from the code:
 *   openapi.js --write   writes openapi.json
 *   openapi.js --check   fails if the committed openapi.json differs
 * Creates the application without connecting or starting it.
 */
import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../src/app.module.js';
import { HttpAdapter } from '../src/common/http/http-adapter.js';
import { createLogger } from '../src/common/telemetry/logger.js';
import { createOpenApiDocument } from '../src/common/openapi/openapi-document.js';
import { describedWebhooks } from '../src/modules/webhooks/events/event-descriptions.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { loadEnv } from '../src/config/env.js';
import { createDataSource } from '../src/start/data-source.js';

async function generate(): Promise<string> {
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/none';
  const options = {
    env: loadEnv({}),
    masterKey: Buffer.alloc(32),
    databaseUrl,
    dataSource: createDataSource(databaseUrl, 1),
  };
  const adapter = new HttpAdapter({
    logger: createLogger('silent'),
    trustProxy: [],
    sandboxUrl: null,
    timeouts: { request: 30_000, upload: 30_000 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(options), adapter, {
    preview: true,
    logger: ['error'],
  });
  const document = { ...createOpenApiDocument(app), webhooks: describedWebhooks() };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const file = path.join(projectRoot(), 'openapi.json');
const document = await generate();
if (process.argv.includes('--write')) {
  await writeFile(file, document);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== document) {
  console.error('openapi.json does not match the code: run npm run openapi:sync and commit it');
  process.exitCode = 1;
}
