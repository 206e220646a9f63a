import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { Database } from '../common/database/database.js';
import { observePool } from '../common/database/pool-metrics.js';
import { releaseVersion } from '../common/runtime/release.js';
import { registerHttpMetrics } from '../common/telemetry/http-metrics.js';
import { MetricSamples } from '../common/telemetry/metric-samples.js';
import { registerRequestTraces } from '../common/telemetry/request-traces.js';
import { activeTracing, traceWith } from '../common/telemetry/tracing.js';
import type { Env } from '../config/env.js';
import { isMeasured } from '../config/variables/telemetry.js';
import { gauge, registry } from '../common/telemetry/metrics.js';

/** Starts tracing if a collector is configured. @returns a function that stops it */
export async function startTraces(env: Env, logger: Logger): Promise<() => Promise<void>> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === null) return () => Promise.resolve();
  const { OpenTelemetry } = await import('../common/telemetry/open-telemetry.js');
  const options = {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    service: env.OTEL_SERVICE_NAME,
    version: releaseVersion(),
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
  const tracing = new OpenTelemetry(options, () => logger.warn('traces could not be sent to the collector'));
  traceWith(tracing);
  return () => tracing.stop();
}

/** Traces and measures requests if configured. To be called once, before listening. */
export function observe(app: NestFastifyApplication, env: Env): void {
  const fastify = app.getHttpAdapter().getInstance();
  const tracing = activeTracing();
  if (tracing) registerRequestTraces(fastify, tracing);
  if (!isMeasured(env)) return;
  registerHttpMetrics(fastify);
  observeProcess(releaseVersion());
  observePool(app.get(Database).pool, app.get(MetricSamples));
}

const build = gauge('build_info', 'Always 1; the labels say what runs.', ['version', 'node']);

/** Measures the process: event loop, memory, garbage collection, handles. To be called once. */
export function observeProcess(version: string): void {
  build.set({ version, node: process.version }, 1);
  collectDefaultMetrics({ register: registry, prefix: 'amks_' });
}
