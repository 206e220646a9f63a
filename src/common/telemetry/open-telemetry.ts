import type { IncomingHttpHeaders } from 'node:http';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { SamplerName, TraceOptions } from './trace-options.js';
import type { SpanOptions, Tracing } from './tracing.js';

/** Timeout of the collector, after which spans are lost. Milliseconds. */
const EXPORT_TIMEOUT_MS = 5_000;
/** Timeout for remaining spans at shutdown, out of fourteen seconds. Milliseconds. */
const STOP_TIMEOUT_MS = 3_000;

/** Spans by the OpenTelemetry SDK, sent by OTLP over HTTP. Loaded only if enabled. */
export class OpenTelemetry implements Tracing {
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  /** @param onTrouble called when spans cannot be sent, repeatedly */
  constructor({ endpoint, headers, service, version, sampler, ratio }: TraceOptions, onTrouble: () => void) {
    const quiet = (): void => undefined;
    // Messages of the SDK contain the collector's URL and response.
    diag.setLogger(
      { error: onTrouble, warn: quiet, info: quiet, debug: quiet, verbose: quiet },
      { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
    );
    const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_TIMEOUT_MS });
    this.provider = new TracerProvider({
      sampler: samplerOf(sampler, ratio),
      resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('amks', version);
  }

  startChild(parent: Span, name: string, options: SpanOptions): Span {
    return this.tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
  }

  startRequest(headers: IncomingHttpHeaders, name: string, options: SpanOptions): Span {
    return this.tracer.startSpan(name, { kind: SpanKind.SERVER, ...options }, this.contextOf(headers));
  }

  startJob(madeIn: string | null, name: string, options: SpanOptions): Span {
    const origin = madeIn === null ? undefined : trace.getSpanContext(this.contextOf({ traceparent: madeIn }));
    const links = origin ? [{ context: origin }] : [];
    return this.tracer.startSpan(name, { kind: SpanKind.CONSUMER, links, ...options }, ROOT_CONTEXT);
  }

  traceparentOf(span: Span): string | null {
    const carrier: Record<string, string> = {};
    this.propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
    return carrier['traceparent'] ?? null;
  }

  fail(span: Span, type: string): void {
    span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
  }

  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_TIMEOUT_MS)));
    await Promise.race([this.provider.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  }

  private contextOf(headers: IncomingHttpHeaders): Context {
    return this.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  }
}

function samplerOf(name: SamplerName, ratio: number): Sampler {
  const plain = {
    always_on: (): Sampler => new AlwaysOnSampler(),
    always_off: (): Sampler => new AlwaysOffSampler(),
    traceidratio: (): Sampler => new TraceIdRatioBasedSampler(ratio),
  };
  const prefix = 'parentbased_';
  const isParentBased = name.startsWith(prefix);
  const root = plain[(isParentBased ? name.slice(prefix.length) : name) as keyof typeof plain]();
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}
