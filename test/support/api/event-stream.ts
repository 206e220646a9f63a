import http from 'node:http';
import type { Json } from './api-client.js';
import { problemOfEvent, type SentEvent } from './documented-events.js';
import { recordExchange } from './example-recorder.js';

export interface ReceivedEvent {
  /** NaN where the id is no number. */
  id: number;
  event: string;
  data: Json;
}

/** Options of a stream request. */
export interface StreamRequest {
  /** Sent as bearer token, unless empty. */
  token: string;
  /** POSTed as JSON; GET without one. */
  body?: object;
  headers?: Record<string, string>;
}

/**
 * A stream of server-sent events over a separate connection, parsed by hand as the standard defines. Checks every event
 * against openapi.json.
 */
export class EventStreamClient {
  readonly events: ReceivedEvent[] = [];
  /** The ids of {@link events} as they came, for `Last-Event-ID`. */
  readonly ids: string[] = [];
  private rest = '';
  private isOver = false;
  /** What was wrong with the first event that is not as described. */
  private problem: string | null = null;
  private changed: () => void = () => undefined;

  private constructor(
    private readonly request: http.ClientRequest,
    readonly response: http.IncomingMessage,
    private readonly body: object | undefined,
  ) {
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      this.take(chunk);
      this.changed();
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      this.isOver = true;
      this.record();
      this.changed();
    });
  }

  /** Resolves with the head of the response, with any status. */
  static open(url: string, { token, body, headers = {} }: StreamRequest): Promise<EventStreamClient> {
    const request = http.request(url, {
      method: body ? 'POST' : 'GET',
      agent: false,
      headers: {
        accept: 'text/event-stream',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
    });
    return new Promise((resolve, reject) => {
      request.on('response', (response) => resolve(new EventStreamClient(request, response, body)));
      request.on('error', reject);
      request.end(body ? JSON.stringify(body) : undefined);
    });
  }

  /** Once so many events have come. @throws Error when the stream ends before, or one is not as described */
  async atLeast(count: number): Promise<ReceivedEvent[]> {
    await this.until(() => this.events.length >= count);
    if (this.events.length < count) throw new Error(`the stream ended after ${JSON.stringify(this.events)}`);
    return this.events;
  }

  /** All events, once the service ended the stream. @throws Error when one is not as described */
  async all(): Promise<ReceivedEvent[]> {
    await this.until(() => false);
    return this.events;
  }

  /** The body of a response that is no stream. */
  async json(): Promise<Json> {
    await this.all();
    return JSON.parse(this.rest);
  }

  /** The client goes away. */
  close(): void {
    this.request.destroy();
  }

  private async until(isEnough: () => boolean): Promise<void> {
    while (!this.isOver && !isEnough()) await new Promise<void>((resolve) => (this.changed = resolve));
    if (this.problem !== null) throw new Error(this.problem);
  }

  private take(chunk: string): void {
    const blocks = (this.rest + chunk).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line): [string, string] => {
          const [name = '', ...value] = line.split(': ');
          return [name, value.join(': ')];
        }),
      );
      if (!fields.has('data')) continue;
      const data: Json = JSON.parse(fields.get('data') ?? '');
      const [id = '', event = ''] = [fields.get('id'), fields.get('event')];
      this.ids.push(id);
      this.events.push({ id: Number(id), event, data });
      this.check({ id, event, data });
    }
  }

  /** The first event of each name. */
  private record(): void {
    const { method, path: address } = this.request;
    const { statusCode: status = 0, headers } = this.response;
    const sent = this.events.map((event, index) => ({ ...event, id: this.ids[index] }));
    const answer = sent.filter(({ event }, index) => sent.findIndex((other) => other.event === event) === index);
    if (answer.length === 0) return;
    recordExchange({ method, address, body: this.body, status, type: headers['content-type'] ?? '', answer });
  }

  private check(event: SentEvent): void {
    const { method, path } = this.request;
    const problem = problemOfEvent(method, path, this.response.statusCode ?? 0, event);
    if (problem !== null) this.problem ??= `${method} ${path}: ${problem}\n${JSON.stringify(event).slice(0, 1000)}`;
  }
}
