import { ApiError, ConnectionError, createClient, type Client, type ClientOptions } from '../src/index.js';
import { answer, refuse, ScriptedServer } from './support/scripted-server.js';

const ID = { params: { path: { id: 'doc_1' } } };

describe('repeating a call', () => {
  let server: ScriptedServer;
  beforeAll(async () => (server = await ScriptedServer.start()));
  afterAll(() => server.stop());
  const client = (options: Partial<ClientOptions> = {}): Client =>
    createClient({ baseUrl: server.baseUrl, apiKey: 'key', maxDelayMs: 20, ...options });

  it('goes on after 429 and answers what comes then', async () => {
    server.play((_request, response, nth) =>
      nth < 2 ? refuse(response, 429, 'RATE_LIMIT_EXCEEDED') : answer(response, { id: 'doc_1' }),
    );
    const { data, meta, response } = await client().GET('/documents/{id}', ID);
    expect([data, meta.request_id, response.status]).toEqual([{ id: 'doc_1' }, 'req_1', 200]);
    expect(server.received.map(({ path }) => path)).toEqual(Array(3).fill('/v1/documents/doc_1'));
  });

  it.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2_000).toUTCString()],
  ])('waits as long as Retry-After says, in %s', async (_form, value) => {
    let at = 0;
    server.play((_request, response, nth) => {
      if (nth > 0) return answer(response, {});
      at = performance.now();
      return refuse(response, 503, 'SERVICE_UNAVAILABLE', {}, { 'retry-after': value() });
    });
    await client({ maxDelayMs: 3_000 }).GET('/documents/{id}', ID);
    // A date has no parts of seconds.
    expect(performance.now() - at).toBeGreaterThanOrEqual(990);
  });

  it('does not wait longer than it may: the error says how long it would be', async () => {
    server.play((_request, response) => refuse(response, 429, 'RATE_LIMIT_EXCEEDED', {}, { 'retry-after': '900' }));
    const error: unknown = await client()
      .GET('/documents')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfter: 900, requestId: 'req_1' });
    expect(server.received).toHaveLength(1);
  });

  it.each([502, 503, 504])('repeats %i so often and no more, then throws it', async (status) => {
    server.play((_request, response) => response.writeHead(status).end('<h1>proxy</h1>'));
    await expect(client({ retries: 2 }).GET('/documents')).rejects.toMatchObject({ status, code: 'UNKNOWN' });
    expect(server.received).toHaveLength(3);
  });

  it.each([
    ['before the answer', (socket: { destroy(): void }) => socket.destroy()],
    [
      'in the middle of it',
      (socket: { write(text: string, then: () => void): void; destroy(): void }) =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"succ', () =>
          socket.destroy(),
        ),
    ],
  ])('repeats a read whose connection was lost %s', async (_when, cut) => {
    server.play((_request, response, nth) => (nth === 0 ? cut(response.socket!) : answer(response, { id: 'doc_1' })));
    expect((await client().GET('/documents/{id}', ID)).data.id).toBe('doc_1');
  });

  it('gives each try its time', async () => {
    server.play((_request, response, nth) => (nth === 0 ? undefined : answer(response, { id: 'doc_1' })));
    expect((await client().GET('/documents/{id}', { ...ID, timeoutMs: 500 })).data.id).toBe('doc_1');
    expect(server.received).toHaveLength(2);
  });

  it('says what was the matter when no try got through', async () => {
    server.play((_request, response) => response.socket?.destroy());
    const lost = client({ retries: 1 }).GET('/documents');
    await expect(lost).rejects.toThrow(ConnectionError);
    await expect(lost).rejects.toHaveProperty('cause.message', expect.any(String));
    expect(server.received).toHaveLength(2);
  });

  it('repeats a POST that creates under one key of its own, or the caller’s', async () => {
    server.play((_request, response, nth) =>
      nth % 2 === 0 ? response.socket?.destroy() : answer(response, { id: 'team_1' }),
    );
    await client().POST('/teams', { body: { name: 'Line' } });
    await client().POST('/teams', { body: { name: 'Line' } });
    await client().POST('/teams', { body: { name: 'Line' }, params: { header: { 'Idempotency-Key': 'mine' } } });
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], keys[2], keys[2], 'mine', 'mine']);
    expect(new Set(keys).size).toBe(3);
    expect(server.received.map(({ body }) => body.toString())).toEqual(Array(6).fill('{"name":"Line"}'));
  });

  it('waits for its own try that is still at work', async () => {
    server.play((_request, response, nth) => {
      if (nth === 0) response.socket?.destroy();
      else if (nth === 1) refuse(response, 409, 'CONFLICT', { reason: 'idempotency_key_in_use' });
      else answer(response, { id: 'team_1' });
    });
    expect((await client().POST('/teams', { body: { name: 'Line' } })).data.id).toBe('team_1');
  });

  it.each([
    ['somebody else’s use of a key', 409, { reason: 'idempotency_key_in_use' }],
    ['a name that is taken', 409, { reason: 'already_exists' }],
    ['a fault of the service', 500, {}],
    ['a wrong field', 400, {}],
  ])('does not repeat %s', async (_case, status, details) => {
    server.play((_request, response) => refuse(response, status, 'CONFLICT', details));
    await expect(client().POST('/teams', { body: { name: 'Line' } })).rejects.toMatchObject({ status, details });
    expect(server.received).toHaveLength(1);
  });

  it('repeats what may not be done twice only where it was not done once', async () => {
    const change = (): Promise<unknown> => client().PATCH('/users/me', { body: { name: 'N' } });
    const act = (): Promise<unknown> => client().POST('/comments/{id}/resolve', { params: { path: { id: 'c' } } });
    for (const call of [change, act]) {
      server.play((_request, response) => response.socket?.destroy());
      await expect(call()).rejects.toThrow(ConnectionError);
      expect(server.received).toHaveLength(1);
      server.play((_request, response) => refuse(response, 503, 'SERVICE_UNAVAILABLE'));
      await expect(call()).rejects.toMatchObject({ status: 503 });
      expect(server.received).toHaveLength(1);
      server.play((_request, response, nth) =>
        nth === 0 ? refuse(response, 429, 'RATE_LIMIT_EXCEEDED') : answer(response, {}),
      );
      await call();
      expect(server.received).toHaveLength(2);
    }
  });

  it('repeats a search, which is a POST and changes nothing', async () => {
    server.play((_request, response, nth) => (nth === 0 ? response.socket?.destroy() : answer(response, [])));
    expect((await client().POST('/search/documents', { body: { query: 'nut' } })).data).toEqual([]);
  });

  it('stops at once when the caller gives up, while it waits and while it is sent', async () => {
    for (const script of [
      (response: Parameters<typeof refuse>[0]) =>
        refuse(response, 503, 'SERVICE_UNAVAILABLE', {}, { 'retry-after': '600' }),
      () => undefined,
    ]) {
      const leaving = new AbortController();
      server.play((_request, response) => {
        script(response);
        setImmediate(() => leaving.abort(new Error('changed my mind')));
      });
      const call = client({ maxDelayMs: 900_000 }).GET('/documents', { signal: leaving.signal });
      await expect(call).rejects.toThrow('changed my mind');
      expect(server.received).toHaveLength(1);
    }
  });

  it('follows no redirect: the credential would go with it', async () => {
    server.play((_request, response) => response.writeHead(302, { location: `${server.baseUrl}/elsewhere` }).end());
    await expect(client({ retries: 0 }).GET('/documents')).rejects.toThrow(ConnectionError);
    expect(server.received.map(({ path }) => path)).toEqual(['/v1/documents']);
  });
});
