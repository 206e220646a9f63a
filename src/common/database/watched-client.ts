import { Logger } from '@nestjs/common';
import type { Span } from '@opentelemetry/api';
import pg from 'pg';
import { currentContext } from '../http/request-context.js';
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

/** The driver's words for `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

type Send = (...parts: unknown[]) => unknown;

/** What is told of statements. */
export interface WatchOptions {
  /** Statements that take so long, in milliseconds, are logged; 0 for none. */
  slowQueryMs: number;
  /** Whether the metrics have them. */
  isMeasured: boolean;
}

/** Statements whose spans are known by their text, at most; those that are built anew each time are not to fill the memory. */
const MAX_KNOWN = 500;
const MAX_KNOWN_LENGTH = 4_000;

/**
 * The driver's client, which times every statement, makes a span of it where there are traces, and logs what is slow. Of the
 * statement its text alone is told, without values that stand in it, and never its parameters.
 */
export function watchedClient(options: WatchOptions): typeof pg.Client {
  const logger = new Logger('Database');
  return class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // The statement that is lost with a connection tells of it; unheard it would end the process as well.
      this.on('error', () => undefined);
      this.query = watched(endedBySilence(this), options, logger) as typeof this.query;
    }
  };
}

/**
 * The client's `query`, but that a connection without an answer in time is ended: whoever holds it would wait as long again for
 * its ROLLBACK, and then others who get it of the pool.
 */
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

/** The driver takes a text or an object first, and calls back by its last part or, without one, gives a promise. */
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
const known = new Map<string, Description>();

function statementSpan(sql: string): Span | null {
  const { name, options } = known.get(sql) ?? describeStatement(sql);
  return startSpan(name, options);
}

/** Takes longer than everything else that is done for a statement. */
function describeStatement(sql: string): Description {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': summarizeStatement(sql) };
  const description = { name: operationOf(sql), options: { kind: CLIENT_KIND, attributes } };
  if (known.size >= MAX_KNOWN) known.clear();
  if (sql.length <= MAX_KNOWN_LENGTH) known.set(sql, description);
  return description;
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}
