import type { ServerResponse } from 'node:http';
import { ApiError, ConnectionError, createClient, type AnswerEvent, type Client } from '../src/index.js';
import { refuse, ScriptedServer } from './support/scripted-server.js';

const QUESTION = { params: { path: { id: 'chat_1' } }, body: { content: 'Which torque?' } };
const MESSAGES = '/chat/sessions/{id}/messages';

const text = (id: number | string, event: string, data: object): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const OPENING = text(1, 'message.delta', { content: '', message_id: 'msg_1', session_id: 'chat_1' });
const DELTAS = [2, 3, 4].map((id) => text(id, 'message.delta', { content: `${id};` }));
const DONE = text(5, 'message.done', { id: 'msg_1', content: '2;3;4;' });

const begin = (response: ServerResponse, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'text/event-stream', 'x-request-id': 'req_1' });

/** The connection is lost once this much was sent. */
const cutAfter = (response: ServerResponse, sent: string): void => {
  begin(response);
  response.write(sent, () => response.socket?.destroy());
};

describe('reading events', () => {
  let server: ScriptedServer;
  beforeAll(async () => (server = await ScriptedServer.start()));
  afterAll(() => server.stop());
  const client = (): Client => createClient({ baseUrl: server.baseUrl, apiKey: 'key', maxDelayMs: 20 });
  const asked = (): unknown[] =>
    server.received.map(({ method, path, headers }) => [method, path, headers['last-event-id']]);

  async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
    const told: T[] = [];
    for await (const event of stream) told.push(event);
    return told;
  }
  const said = (told: AnswerEvent[]): string =>
    told.map((event) => (event.event === 'message.delta' ? event.data.content : '')).join('');

  it('tells an answer to its end, however its bytes come', async () => {
    server.play((_request, response) => {
      begin(response, 201);
      const bytes = Buffer.from(`: keep-alive\n\n${OPENING}${text(2, 'message.delta', { content: 'Größe ✓' })}${DONE}`);
      const cut = bytes.indexOf('✓') + 1;
      response.write(bytes.subarray(0, cut), () => setImmediate(() => response.end(bytes.subarray(cut))));
    });
    const told = await all(client().stream(MESSAGES, QUESTION));
    expect(told.map(({ id, event }) => `${id} ${event}`)).toEqual([
      '1 message.delta',
      '2 message.delta',
      '5 message.done',
    ]);
    expect(said(told)).toBe('Größe ✓');
    const [sent] = server.received;
    expect(sent?.headers).toMatchObject({ accept: 'text/event-stream', 'x-api-key': 'key' });
    expect(sent?.body.toString()).toBe('{"content":"Which torque?"}');
  });

  it('goes on after the last whole event when the connection is cut within one', async () => {
    server.play((_request, response, nth) => {
      if (nth === 0) return cutAfter(response, OPENING + DELTAS[0] + DELTAS[1]?.slice(0, 30));
      begin(response);
      // The second node stops, in order; the third begins with what was had already.
      return nth === 1 ? response.end(DELTAS[1]) : response.end(DELTAS[1] + DELTAS[2]! + DONE);
    });
    const told = await all(client().stream(MESSAGES, QUESTION));
    expect(told.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
    expect(said(told)).toBe('2;3;4;');
    const follow = '/v1/chat/sessions/chat_1/messages/msg_1/stream';
    expect(asked()).toEqual([
      ['POST', '/v1/chat/sessions/chat_1/messages', undefined],
      ['GET', follow, '2'],
      ['GET', follow, '3'],
    ]);
  });

  it('asks again under the same key when it was cut before anything came', async () => {
    server.play((_request, response, nth) => {
      if (nth === 0) return cutAfter(response, OPENING.slice(0, 20));
      begin(response, 201);
      return response.end(OPENING + DONE);
    });
    expect(await all(client().stream(MESSAGES, QUESTION))).toHaveLength(2);
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(server.received.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('throws what failed the answer', async () => {
    const failure = { code: 'SERVICE_UNAVAILABLE', message: 'No', details: { reason: 'interrupted' } };
    server.play((_request, response) => {
      begin(response, 201);
      response.end(OPENING + text(2, 'error', failure));
    });
    const told = all(client().stream(MESSAGES, QUESTION));
    await expect(told).rejects.toThrow(ApiError);
    await expect(told).rejects.toMatchObject({ code: failure.code, details: failure.details, requestId: 'req_1' });
    expect(server.received).toHaveLength(1);
  });

  it('throws what the question, or the way back to its answer, is refused with', async () => {
    server.play((_request, response) => refuse(response, 403, 'FORBIDDEN'));
    await expect(all(client().stream(MESSAGES, QUESTION))).rejects.toMatchObject({ status: 403 });
    server.play((_request, response, nth) =>
      nth === 0 ? cutAfter(response, OPENING) : refuse(response, 404, 'NOT_FOUND', { resource: 'message' }),
    );
    await expect(all(client().stream(MESSAGES, QUESTION))).rejects.toMatchObject({ status: 404 });
  });

  it('gives up when connection after connection brings nothing', async () => {
    server.play((_request, response, nth) => {
      if (nth === 0) return cutAfter(response, OPENING);
      begin(response);
      return response.end();
    });
    await expect(all(client().stream(MESSAGES, { ...QUESTION, retries: 1 }))).rejects.toThrow(ConnectionError);
    expect(server.received).toHaveLength(2);
  });

  it('leaves a connection on which nothing is said, not even that it lives', async () => {
    server.play((_request, response, nth) => {
      begin(response);
      if (nth === 0) response.write(OPENING);
      else response.end(DONE);
    });
    expect(await all(client().stream(MESSAGES, { ...QUESTION, timeoutMs: 300 }))).toHaveLength(2);
  });

  it('follows an answer from where the caller was', async () => {
    server.play((_request, response) => {
      begin(response);
      response.end(DELTAS[2] + DONE);
    });
    const path = { id: 'chat_1', message_id: 'msg_1' };
    const params = { path, header: { 'Last-Event-ID': '3' } };
    const told = await all(client().stream('/chat/sessions/{id}/messages/{message_id}/stream', { params }));
    expect(told.map(({ id }) => id)).toEqual(['4', '5']);
    expect(asked()).toEqual([['GET', '/v1/chat/sessions/chat_1/messages/msg_1/stream', '3']]);
  });

  it('tells notifications over all connections, until nobody listens', async () => {
    let gone: Promise<unknown> = Promise.resolve();
    server.play((_request, response, nth) => {
      begin(response);
      const first = 2 * nth + 1;
      const two = [first, first + 1].map((n) => text(`notification_${n}`, 'notification', { id: n })).join('');
      gone = new Promise((resolve) => response.on('close', resolve));
      if (nth < 2) response.end(text(`notification_${first - 1}`, 'ready', {}) + two);
      else response.write(two);
    });
    const told: string[] = [];
    for await (const event of client().stream('/notifications/stream')) {
      if (event.event === 'notification') told.push(event.id);
      if (told.length === 6) break;
    }
    expect(told).toEqual([1, 2, 3, 4, 5, 6].map((n) => `notification_${n}`));
    expect(asked().map((call) => (call as unknown[])[2])).toEqual([undefined, 'notification_2', 'notification_4']);
    await gone;
  });

  it('tells an import to its end, over a lost connection', async () => {
    server.play((_request, response, nth) => {
      if (nth === 0) return cutAfter(response, text(1, 'progress', { state: 'running' }));
      begin(response);
      response.end(text(1, 'finished', { state: 'completed' }));
    });
    const told = await all(client().stream('/imports/{id}/events', { params: { path: { id: 'import_1' } } }));
    expect(told.map(({ event }) => event)).toEqual(['progress', 'finished']);
    expect(server.received).toHaveLength(2);
  });

  it('ends with the caller’s signal', async () => {
    const leaving = new AbortController();
    server.play((_request, response) => {
      begin(response);
      response.write(text('notification_1', 'ready', {}), () => setImmediate(() => leaving.abort(new Error('enough'))));
    });
    await expect(all(client().stream('/notifications/stream', { signal: leaving.signal }))).rejects.toThrow('enough');
    expect(server.received).toHaveLength(1);
  });
});
