import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiError, ConnectionError, type ErrorCode } from './errors.js';
import type { AskingPath, CallOptions, StreamPath } from './operations.js';
import type { Send, SenderOptions, Sent } from './sender.js';
import { backoffMs, sleep } from './waiting.js';

/** The service says something every 15 s; a connection silent for longer is a dead one. */
const SILENCE_MS = 45_000;
const FOLLOW_PATH: StreamPath = '/chat/sessions/{id}/messages/{message_id}/stream';
const ASKING_PATHS: readonly StreamPath[] = ['/chat/sessions', '/chat/sessions/{id}/messages'] satisfies AskingPath[];
const RETRIES = 3;
/** Between a connection that ended and the next one: soon, for an answer that nobody follows is stopped after 5 s. */
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

interface ToldEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/**
 * The events of a stream, each once, over as many connections as it takes: it goes on after the last one that came. Ends with
 * `message.done`; a stream of notifications only with the reader.
 *
 * @throws ApiError what failed the answer, or what a new connection is refused with; ConnectionError after `retries`
 * connections without any event
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
  // The same question until it is known which answer to follow: a repetition is told the same one.
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
        const isLast = event === 'message.done';
        // Somebody who names what is not kept any more is told from the beginning again.
        if (isAnswer && !isLast && lastId !== null && Number(id) <= Number(lastId)) continue;
        lastId = id;
        if (asks) answer ??= answerOf(told.data);
        yield told;
        if (isAnswer && isLast) return;
      }
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      cause = error;
    }
    if (fruitless === retries)
      throw new ConnectionError('The stream ended again and again before anything came', cause);
    await sleep(SHORTEST_PAUSE_MS + backoffMs(fruitless, LONGEST_PAUSE_MS), input.signal);
  }
}

/** The first event of an answer names it. */
function answerOf({ session_id: id, message_id }: Record<string, unknown>): Record<string, string> | null {
  return typeof id === 'string' && typeof message_id === 'string' ? { id, message_id } : null;
}

function failure(response: Response, data: Record<string, unknown>): ApiError {
  const { code, message, details } = data as { code: ErrorCode; message: string; details?: Record<string, unknown> };
  return new ApiError(response.status, code, message, details, response.headers.get('x-request-id'));
}

/** @throws ConnectionError when the connection is cut or silent; the signal's reason when that is aborted */
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
    throw new ConnectionError('The stream was cut', error);
  } finally {
    clearTimeout(timer);
  }
}
