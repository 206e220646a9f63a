import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { Attributes, Span, SpanKind } from '@opentelemetry/api';
import { currentContext } from '../context/request-context.js';

/** OpenTelemetry's `SpanKind.CLIENT`, without loading its library. */
export const CLIENT_KIND: SpanKind.CLIENT = 2;

/** Fixed words and numbers; never ids, URLs or user input. */
export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Destination of spans; exists if the operator configured one. */
export interface Tracing {
  startChild(parent: Span, name: string, options: SpanOptions): Span;
  /** Of a request: part of the trace in its `traceparent`. */
  startRequest(headers: IncomingHttpHeaders, name: string, options: SpanOptions): Span;
  /** Of a job: a new trace, linked to the `traceparent` of its creation. */
  startJob(madeIn: string | null, name: string, options: SpanOptions): Span;
  /** The W3C header for calls to other services. */
  traceparentOf(span: Span): string | null;
  /** Ends the span as a failure of this type. Error messages may contain user data. */
  fail(span: Span, type: string): void;
  stop(): Promise<void>;
}

const spans = new AsyncLocalStorage<Span>();
let tracing: Tracing | null = null;

/** Enables tracing. Without it this module does nothing. */
export function traceWith(chosen: Tracing | null): void {
  tracing = chosen;
}

export function activeTracing(): Tracing | null {
  return tracing;
}

/** The current span: of {@link inSpan}, else of the request. Ended spans do not count, because work can outlast them. */
function currentSpan(): Span | undefined {
  const span = spans.getStore();
  return span?.isRecording() ? span : (currentContext()?.span ?? undefined);
}

/** Whether {@link startSpan} would create a span, for callers whose span name is costly. */
export function isTraced(): boolean {
  return tracing !== null && currentSpan()?.isRecording() === true;
}

/** Ids of the current trace, for the log. */
export function currentTraceId(): string | undefined {
  return tracing ? currentSpan()?.spanContext().traceId : undefined;
}

/** `traceparent` of the current span, for other services and jobs; null without one. */
export function currentTraceparent(): string | null {
  const span = tracing ? currentSpan() : undefined;
  return span && tracing ? tracing.traceparentOf(span) : null;
}

/** Starts a child of the current span; null without one, as in work that continues after its request. */
export function startSpan(name: string, options: SpanOptions = {}): Span | null {
  const parent = tracing ? currentSpan() : undefined;
  return tracing && parent?.isRecording() ? tracing.startChild(parent, name, options) : null;
}

export function endSpan(span: Span | null, error?: unknown): void {
  if (error !== undefined && span) tracing?.fail(span, error instanceof Error ? error.constructor.name : typeof error);
  span?.end();
}

export function inSpan<T>(name: string, work: () => Promise<T>, options?: SpanOptions): Promise<T> {
  const span = startSpan(name, options);
  return span ? runIn(span, work) : work();
}

/** Runs a job as a new trace. @param madeIn `traceparent` of its creation */
export function inJobSpan<T>(name: string, madeIn: string | null, work: () => Promise<T>): Promise<T> {
  return tracing ? runIn(tracing.startJob(madeIn, name, {}), work) : work();
}

async function runIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  let failure: unknown;
  try {
    return await spans.run(span, work);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    endSpan(span, failure);
  }
}
