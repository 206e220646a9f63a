import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiError, ConnectionError, type ErrorCode } from './errors.js';
import type { AskingPath, CallOptions, StreamPath } from './operations.js';
import type { Send, SenderOptions, Sent } from './sender.js';
import { backoffMs, sleep } from './waiting.js';

/** The service sends something every 15 s; a connection silent for longer is dead. */
const SILENCE_MS = 45_000;
const FOLLOW_PATH: StreamPath = '/chat/sessions/{id}/messages/{message_id}/stream';
const ASKING_PATHS: readonly StreamPath[] = ['/chat/sessions', '/chat/sessions/{id}/messages'] satisfies AskingPath[];
const LAST_EVENTS: ReadonlySet<string> = new Set(['message.done', 'finished']);
const RETRIES = 3;
/** Pause between connections. Short, because an answer without a reader is stopped after 5 s. */
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

interface ToldEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/**
 * The events of a stream, each once. Reconnects and resumes after the last event. An answer ends with `message.done`, an
 * import with `finished`; notifications end only with the reader.
 * @throws ApiError when the answer failed or a new connection is refused; ConnectionError after `retries` connections
 * without an event
 */
export async function* follow(
  send: Send,
  path: StreamPath,
  input: Sent,
  options: Pick<SenderOptions, 'retries'>,
): AsyncGenerator<ToldEvent, void, undefined> {
  const asks = ASKING_PATHS.includes(path);
  const isAnswer = asks || path === FOLLOW_PATH;
  const retries = input.retries ?? options.retries ?? RETRIES;
  // Repeats the question with the same key until the answer is known.
  const key: Record<string, string> = asks ? { 'Idempotency-Key': crypto.randomUUID() } : {};
  const begin = { ...input, headers: { Accept: 'text/event-stream', ...key, ...input.headers } };
  let answer: Record<string, string> | null = null;
  let lastId: string | null = null;

  const open = async (): Promise<Response> => {
    if (lastId === null) return (await send(asks ? 'post' : 'get', path, begin, 'stream')).response;
    const headers = { Accept: 'text/event-stream', ...input.headers, 'Last-Event-ID': lastId };
    const { params, signal, timeoutMs } = input;
    const resumed = answer ? { params: { path: answer } } : { params: { ...params, header: {} } };
    const common = { headers, ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
    return (await send('get', answer ? FOLLOW_PATH : path, { ...resumed, ...common }, 'stream')).response;
  };

  for (let fruitless = 0; ; fruitless += 1) {
    let cause: unknown;
    try {
      const response = await open();
      for await (const { id = '', event = 'message', data } of messagesOf(response, input)) {
        const told = { id, event, data: JSON.parse(data) as Record<string, unknown> };
        fruitless = 0;
        if (event === 'error') throw failure(response, told.data);
        const isLast = LAST_EVENTS.has(event);
        // If the last id is no longer stored, the stream restarts from the beginning.
        if (isAnswer && !isLast && lastId !== null && Number(id) <= Number(lastId)) continue;
        lastId = id;
        if (asks) answer ??= answerOf(told.data);
        yield told;
        if (isLast) return;
      }
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      cause = error;
    }
    if (fruitless === retries) throw new ConnectionError('The stream ended repeatedly without an event', cause);
    await sleep(SHORTEST_PAUSE_MS + backoffMs(fruitless, LONGEST_PAUSE_MS), input.signal);
  }
}

/** The first event of an answer contains its ids. */
function answerOf({ session_id: id, message_id }: Record<string, unknown>): Record<string, string> | null {
  return typeof id === 'string' && typeof message_id === 'string' ? { id, message_id } : null;
}

function failure(response: Response, data: Record<string, unknown>): ApiError {
  const { code, message, details } = data as { code: ErrorCode; message: string; details?: Record<string, unknown> };
  return new ApiError(response.status, code, message, details, response.headers.get('x-request-id'));
}

/** @throws ConnectionError for a lost or silent connection; the signal's reason if aborted */
async function* messagesOf(response: Response, input: CallOptions): AsyncGenerator<EventSourceMessage> {
  if (!response.body) return;
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => arrived.push(message) });
  const decoder = new TextDecoder();
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await heard(reader.read(), input);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function heard<T>(next: Promise<T>, { signal, timeoutMs = SILENCE_MS }: CallOptions): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Silent for ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([next, silence]);
  } catch (error) {
    signal?.throwIfAborted();
    throw new ConnectionError('The stream was interrupted', error);
  } finally {
    clearTimeout(timer);
  }
}
