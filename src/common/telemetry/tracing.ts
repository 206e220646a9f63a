import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { Attributes, Span, SpanKind } from '@opentelemetry/api';
import { currentContext } from '../http/request-context.js';

/** OpenTelemetry's `SpanKind.CLIENT`: its library is loaded only where there are traces. */
export const CLIENT_KIND: SpanKind.CLIENT = 2;

/** What a span is about: fixed words and numbers; never an id, an address or a text that somebody sent. */
export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Where spans go; there is one when the operator has named a place for them. */
export interface Tracing {
  startChild(parent: Span, name: string, options: SpanOptions): Span;
  /** Of a request: part of the trace that its `traceparent` names. */
  startRequest(headers: IncomingHttpHeaders, name: string, options: SpanOptions): Span;
  /** Of a job: a trace of its own, linked to the one of the `traceparent` in which it was made. */
  startJob(madeIn: string | null, name: string, options: SpanOptions): Span;
  /** The W3C header by which another service adds to the trace. */
  traceparentOf(span: Span): string | null;
  /** Ends the span as a failure of this type; what an error says may be somebody's data. */
  fail(span: Span, type: string): void;
  /** Sends what is left. */
  stop(): Promise<void>;
}

const spans = new AsyncLocalStorage<Span>();
let tracing: Tracing | null = null;

/** Makes spans from now on; without, nothing of this file costs anything. */
export function traceWith(chosen: Tracing | null): void {
  tracing = chosen;
}

/** Where spans go; null where there are none. */
export function activeTracing(): Tracing | null {
  return tracing;
}

/**
 * What is being done: in work that {@link inSpan} runs its span, else that of the request. Work that a span began, and that
 * goes on for others when it is over, is no part of it any more.
 */
function currentSpan(): Span | undefined {
  const span = spans.getStore();
  return span?.isRecording() ? span : (currentContext()?.span ?? undefined);
}

/** Whether {@link startSpan} would begin one; to be asked where its name takes work. */
export function isTraced(): boolean {
  return tracing !== null && currentSpan()?.isRecording() === true;
}

/** Of the present trace, for the log. */
export function currentTraceId(): string | undefined {
  return tracing ? currentSpan()?.spanContext().traceId : undefined;
}

/** Of the present span, for another service or a job; null where there is none. */
export function currentTraceparent(): string | null {
  const span = tracing ? currentSpan() : undefined;
  return span && tracing ? tracing.traceparentOf(span) : null;
}

/**
 * Begins a span of the present one; null when there is none or it is over: what goes on by itself after its request was
 * answered is no part of it, and what nobody asked for has no trace.
 */
export function startSpan(name: string, options: SpanOptions = {}): Span | null {
  const parent = tracing ? currentSpan() : undefined;
  return tracing && parent?.isRecording() ? tracing.startChild(parent, name, options) : null;
}

/** Ends a span; as a failure when there is an error. */
export function endSpan(span: Span | null, error?: unknown): void {
  if (error !== undefined && span) tracing?.fail(span, error instanceof Error ? error.constructor.name : typeof error);
  span?.end();
}

/** Runs `work` as a span of the present one. */
export function inSpan<T>(name: string, work: () => Promise<T>, options?: SpanOptions): Promise<T> {
  const span = startSpan(name, options);
  return span ? runIn(span, work) : work();
}

/** Runs a job as a trace of its own. @param madeIn `traceparent` of what made it */
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
