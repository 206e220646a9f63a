import { Logger } from '@nestjs/common';
import type { Span } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { currentContext } from '../context/request-context.js';
import { counter, histogram, secondsSince } from '../telemetry/metrics.js';
import { operationOf, summarizeStatement } from '../telemetry/summarize-statement.js';
import { CLIENT_KIND, endSpan, isTraced, startSpan, type SpanOptions } from '../telemetry/tracing.js';

const durations = histogram(
  'db_statement_seconds',
  'From the sending of a statement to its last row.',
  [],
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
);
const slow = counter('db_slow_statements_total', 'Statements that took as long as SLOW_QUERY_MS or longer.');

/** The driver's message for `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

type Send = (...parts: unknown[]) => unknown;

export interface WatchOptions {
  /** Statements that take this long are logged; 0 for none. Milliseconds. */
  slowQueryMs: number;
  /** Whether metrics are recorded. */
  isMeasured: boolean;
}

/** Statements whose span descriptions are cached, and their maximum length. */
const MAX_KNOWN = 500;
const MAX_KNOWN_LENGTH = 4_000;

/** A driver client that times statements, creates spans, and logs slow statements. Literals and parameters are never logged. */
export function watchedClient(options: WatchOptions): typeof pg.Client {
  const logger = new Logger('Database');
  return class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // The failed statement reports the error; an unhandled event would end the process.
      this.on('error', () => undefined);
      this.query = watched(endedBySilence(this), options, logger) as typeof this.query;
    }
  };
}

/** The client's `query`, which also closes connections that did not answer in time: a ROLLBACK on them would wait just as long. */
function endedBySilence(client: pg.Client): Send {
  const send = client.query.bind(client) as Send;
  return (...parts) => {
    const sent = send(...parts);
    if (sent instanceof Promise) {
      sent.catch((error: unknown) => {
        if (error instanceof Error && error.message === NO_ANSWER) void client.end().catch(() => undefined);
      });
    }
    return sent;
  };
}

/** The driver takes a text or an object, and either a callback or returns a promise. */
function watched(send: Send, { slowQueryMs, isMeasured }: WatchOptions, logger: Logger): Send {
  const isTimed = isMeasured || slowQueryMs > 0;
  return (...parts) => {
    const traced = isTraced();
    if (!isTimed && !traced) return send(...parts);
    const sql = textOf(parts[0]);
    const startedAt = performance.now();
    const span = traced ? statementSpan(sql) : null;
    const end = (error?: unknown): void => {
      endSpan(span, error);
      const seconds = secondsSince(startedAt);
      if (isMeasured) durations.observe(seconds);
      const duration_ms = Math.round(seconds * 1000);
      if (slowQueryMs === 0 || duration_ms < slowQueryMs) return;
      slow.inc();
      logger.warn({ duration_ms, statement: summarizeStatement(sql), route: currentContext()?.route }, 'slow query');
    };
    const answer = parts.at(-1);
    if (typeof answer === 'function') {
      const told = (error: unknown, ...rest: unknown[]): unknown => {
        end(error ?? undefined);
        return (answer as Send)(error, ...rest);
      };
      return send(...parts.slice(0, -1), told);
    }
    const sent = send(...parts);
    if (sent instanceof Promise) sent.then(() => end(), end);
    return sent;
  };
}

interface Description {
  name: string;
  options: SpanOptions;
}
const known = new LRUCache<string, Description>({
  max: MAX_KNOWN,
  maxEntrySize: MAX_KNOWN_LENGTH,
  sizeCalculation: (_description, sql) => Math.max(1, sql.length),
});

function statementSpan(sql: string): Span | null {
  const { name, options } = known.get(sql) ?? describeStatement(sql);
  return startSpan(name, options);
}

/** More expensive than everything else done for a statement. */
function describeStatement(sql: string): Description {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': summarizeStatement(sql) };
  const description = { name: operationOf(sql), options: { kind: CLIENT_KIND, attributes } };
  known.set(sql, description);
  return description;
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}
