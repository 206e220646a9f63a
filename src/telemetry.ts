import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { Database } from './common/database/database.js';
import { observePool } from './common/database/pool-metrics.js';
import { projectRoot } from './common/project-root.js';
import { registerHttpMetrics } from './common/telemetry/http-metrics.js';
import { MetricSamples } from './common/telemetry/metric-samples.js';
import { observeProcess } from './common/telemetry/process-metrics.js';
import { registerRequestTraces } from './common/telemetry/request-traces.js';
import { activeTracing, traceWith } from './common/telemetry/tracing.js';
import type { Env } from './config/env.js';
import { isMeasured } from './config/variables/telemetry.js';

/** Begins to make traces, when the settings name a collector. @returns what ends them */
export async function startTraces(env: Env, logger: Logger): Promise<() => Promise<void>> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === null) return () => Promise.resolve();
  const { OpenTelemetry } = await import('./common/telemetry/open-telemetry.js');
  const options = {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    service: env.OTEL_SERVICE_NAME,
    version: versionOfService(),
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
  const tracing = new OpenTelemetry(options, () => logger.warn('traces could not be sent to the collector'));
  traceWith(tracing);
  return () => tracing.stop();
}

/** Has requests traced, and measured what only those pay for who ask for metrics. To be called once, before listening. */
export function observe(app: NestFastifyApplication, env: Env): void {
  const fastify = app.getHttpAdapter().getInstance();
  const tracing = activeTracing();
  if (tracing) registerRequestTraces(fastify, tracing);
  if (!isMeasured(env)) return;
  registerHttpMetrics(fastify);
  observeProcess(versionOfService());
  observePool(app.get(Database).pool, app.get(MetricSamples));
}

function versionOfService(): string {
  const text = readFileSync(path.join(projectRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
