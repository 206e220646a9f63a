import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { until } from '../until.js';

/** A span as OTLP brings it, its attributes by name. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
}

type Attributes = { key: string; value: Record<string, unknown> }[];
type SentSpan = Omit<CollectedSpan, 'attributes' | 'links'> & {
  attributes?: Attributes;
  links?: CollectedSpan['links'];
};

interface Batch {
  headers: Record<string, string>;
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** A real collector of traces in a separate process. */
export interface TraceCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  /** All that came so far, as text too: for what must not be in it. */
  seen(): Promise<{ spans: CollectedSpan[]; headers: Record<string, string>[]; text: string }>;
  /** Waits until a span comes that fits. */
  waitFor(fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  stop(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const script = path.join(projectRoot(), 'test/support/peers/trace-collector.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(readline.createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const seen: TraceCollector['seen'] = async () => {
    const text = await (await fetch(new URL('/control', url))).text();
    const batches = JSON.parse(text) as Batch[];
    const spans = batches
      .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
      .flatMap((scope) => scope.spans)
      .map((span) => ({ ...span, links: span.links ?? [], attributes: byName(span.attributes) }));
    return { spans, headers: batches.map(({ headers }) => headers), text };
  };
  return {
    url,
    seen,
    waitFor: async (fits) => {
      const { spans } = await until(seen, (batch) => batch.spans.some(fits));
      return spans.find(fits)!;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

function byName(attributes: Attributes = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
