import { randomUUID } from 'node:crypto';
import net from 'node:net';
import type { Json } from '../../support/api/api-client.js';
import { collect } from '../../support/collect.js';
import { EventStreamClient, type ReceivedEvent, type StreamRequest } from '../../support/api/event-stream.js';
import { HeldSearch } from '../../support/database/held-search.js';
import { errorOf, readyManual, wheelManual } from '../../support/manuals/manual.js';
import { fieldsOf, MESSAGE_FIELDS } from '../../support/api/shapes.js';
import { startService, type TestService } from '../../support/service/test-service.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const QUESTION = 'How do I remove the main wheel?';
const ids = (events: ReceivedEvent[]): number[] => events.map(({ id }) => id);

describe('streams of answers', () => {
  let world: TestWorld;
  let owner: SignedIn;
  let session: string;
  beforeAll(async () => {
    world = await startWorld({ env: { CHAT_STREAMS_PER_USER: '3' } });
    owner = await world.signIn({ role: 'admin' });
    await readyManual(owner.api, await wheelManual());
    session = await begin();
  });
  afterAll(() => world.stop());

  const begin = async ({ api } = owner): Promise<string> =>
    (await api.post('/chat/sessions', { copilot_type: 'mro' })).body.data.session_id as string;
  const messagesPath = (id = session): string => `/chat/sessions/${id}/messages`;
  const open = (
    path: string,
    more: Partial<StreamRequest> = {},
    { baseUrl }: TestService = world.service,
  ): Promise<EventStreamClient> =>
    EventStreamClient.open(`${baseUrl}/api/v1${path}`, { token: owner.accessToken, ...more });
  const ask = (id = session, headers: Record<string, string> = {}): Promise<EventStreamClient> =>
    open(messagesPath(id), { body: { content: QUESTION }, headers });
  const answerPath = async (id: string): Promise<string> => {
    const { data } = (await owner.api.get(messagesPath(id))).body;
    return `${messagesPath(id)}/${(data as Json[])[0]?.id}`;
  };
  const ended = (path: string): Promise<Json> => {
    const look = async (): Promise<Json> => (await owner.api.get(path)).body.data;
    return until(look, ({ status }) => status !== 'streaming');
  };

  it('tell an answer as it is made, each event with the next id, the whole message at the end', async () => {
    const stream = await ask();
    const { statusCode, headers } = stream.response;
    expect(statusCode).toBe(201);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-content-type-options': 'nosniff',
    });
    const events = await stream.all();
    expect(ids(events)).toEqual(events.map((_, index) => index + 1));
    const [first] = events;
    expect(first).toMatchObject({ event: 'message.delta', data: { content: '', session_id: session } });
    const done = events.at(-1);
    expect(done?.event).toBe('message.done');
    expect(fieldsOf(done?.data)).toEqual(MESSAGE_FIELDS);
    expect(done?.data).toMatchObject({ id: first?.data.message_id, status: 'complete', answer_status: 'grounded' });
    const of = (name: string): Json[] => events.flatMap(({ event, data }): Json[] => (event === name ? [data] : []));
    expect(
      of('message.delta')
        .map(({ content }) => content as string)
        .join(''),
    ).toBe(done?.data.content);
    expect(of('citation')).toEqual(expect.arrayContaining(done?.data.citations as Json[]));
    expect(of('warning')).toEqual(done?.data.warnings);
    expect(of('warning').length).toBeGreaterThan(0);
    // A notice precedes the first text, a citation the text that names it.
    const firstText = events.findIndex(({ event, data }) => event === 'message.delta' && data.content !== '');
    expect(events.findIndex(({ event }) => event === 'warning')).toBeLessThan(firstText);
    for (const [place, { event, data }] of events.entries()) {
      if (event !== 'message.delta') continue;
      for (const [, index] of (data.content as string).matchAll(/\[(\d+)\]/g)) {
        const cited = events.findIndex((other) => other.event === 'citation' && other.data.index === Number(index));
        expect(cited).toBeGreaterThan(0);
        expect(cited).toBeLessThan(place);
      }
    }
    const kept = await owner.api.get(`${messagesPath()}/${done?.data.id}`);
    expect(kept.body.data).toEqual(done?.data);
  });

  it('go on after the event that the client had last, by header or by query', async () => {
    const whole = await (await ask()).all();
    const path = `${messagesPath()}/${whole[0]?.data.message_id}/stream`;
    for (const last of [1, 3, whole.length - 1]) {
      const byHeader = await open(path, { headers: { 'last-event-id': String(last) } });
      expect(byHeader.response.statusCode).toBe(200);
      expect(await byHeader.all()).toEqual(whole.slice(last));
      expect(await (await open(`${path}?last_event_id=${last}`)).all()).toEqual(whole.slice(last));
    }
    // After the last event the stream repeats the end; for an unknown id it starts from the beginning.
    expect(await (await open(`${path}?last_event_id=${whole.length}`)).all()).toEqual(whole.slice(-1));
    for (const last of ['999', 'x', '-1'])
      expect(await (await open(`${path}?last_event_id=${last}`)).all()).toEqual(whole);
    // When the events are deleted, the stream is derived from the message.
    await world.sql.query(`DELETE FROM chat_message_events WHERE message_id = $1`, [whole[0]?.data.message_id]);
    const anew = await (await open(path)).all();
    expect(anew.map(({ event, data }): [string, string] => [event, JSON.stringify(data)])).toEqual(
      whole.map(({ event, data }): [string, string] => [event, JSON.stringify(data)]),
    );
  });

  it('begin at once, however long the answer takes, and are followed from another connection and another node', async () => {
    const other = await startService({ beside: world.service });
    const held = await HeldSearch.take(world.sql);
    try {
      const stream = await ask();
      const [first] = await stream.atLeast(1);
      const path = `${messagesPath()}/${first?.data.message_id}/stream`;
      const [beside, elsewhere] = [await open(path), await open(path, {}, other)];
      expect([await beside.atLeast(1), await elsewhere.atLeast(1)]).toEqual([[first], [first]]);
      expect((await owner.api.get(`${messagesPath()}/${first?.data.message_id}`)).body.data).toMatchObject({
        status: 'streaming',
        content: '',
        answer_status: null,
      });
      await held.release();
      const whole = await stream.all();
      expect(whole.at(-1)?.event).toBe('message.done');
      expect(await beside.all()).toEqual(whole);
      expect(await elsewhere.all()).toEqual(whole);
    } finally {
      await other.stop();
    }
  });

  it('come through the client as they are sent, from the beginning or from where one was', async () => {
    const client = world.sdk(owner);
    const question = { params: { path: { id: session } }, body: { content: QUESTION } };
    const told = await collect(client.stream('/chat/sessions/{id}/messages', question));
    const [first, done] = [told[0], told.at(-1)];
    if (first?.event !== 'message.delta' || done?.event !== 'message.done') throw new Error(JSON.stringify(told));
    const path = { id: session, message_id: first.data.message_id ?? '' };
    const sent = await (await open(`${messagesPath()}/${path.message_id}/stream`)).all();
    expect(told.map((event) => ({ ...event, id: Number(event.id) }))).toEqual(sent);
    expect((await client.GET('/chat/sessions/{id}/messages/{message_id}', { params: { path } })).data).toEqual(
      done.data,
    );
    const params = { path, header: { 'Last-Event-ID': told[2]?.id ?? '' } };
    const rest = await collect(client.stream('/chat/sessions/{id}/messages/{message_id}/stream', { params }));
    expect(rest).toEqual(told.slice(3));
  });

  it('of a new conversation tell which it is', async () => {
    const body = { copilot_type: 'mro', initial_message: QUESTION };
    const stream = await open('/chat/sessions', { body });
    expect(stream.response.statusCode).toBe(201);
    const events = await stream.all();
    expect(events.at(-1)?.event).toBe('message.done');
    const params = { path: { id: events[0]?.data.session_id as string } };
    expect((await world.sdk(owner).GET('/chat/sessions/{id}', { params })).data.title).toBe(QUESTION);
    const nothing = await open('/chat/sessions', { body: { copilot_type: 'mro' } });
    expect([nothing.response.statusCode, (await nothing.json()).error.code]).toEqual([406, 'NOT_ACCEPTABLE']);
  });

  it('are for clients that prefer them', async () => {
    const typeFor = async (accept: string): Promise<string | undefined> => {
      const stream = await ask(await begin(), { accept });
      await stream.all();
      return stream.response.headers['content-type']?.split(';')[0];
    };
    expect(await typeFor('text/event-stream, */*;q=0.1')).toBe('text/event-stream');
    expect(await typeFor('application/json;q=0.5, text/event-stream')).toBe('text/event-stream');
    expect(await typeFor('application/json, text/event-stream')).toBe('application/json');
    expect(await typeFor('*/*')).toBe('application/json');
    await (await ask()).all();
    const path = `${await answerPath(session)}/stream`;
    const json = await owner.api.get(path, { accept: 'application/json' });
    expect([json.status, json.body.error.details.supported]).toEqual([406, ['text/event-stream']]);
    const html = await owner.api.post(messagesPath(), { content: QUESTION }, { accept: 'text/html' });
    expect(html.status).toBe(406);
  });

  it('are refused as envelopes', async () => {
    await (await ask()).all();
    const path = `${await answerPath(session)}/stream`;
    const anonymous = await world.api.get(path, { accept: 'text/event-stream' });
    expect(errorOf(anonymous)).toMatchObject({ status: 401, reason: 'missing' });
    const stranger = await world.signIn();
    expect((await stranger.api.get(path)).status).toBe(404);
    const blank = await open(messagesPath(), { body: { content: ' ' } });
    expect([blank.response.statusCode, (await blank.json()).error.details.field]).toEqual([400, 'content']);
    const [, question] = (await owner.api.get(messagesPath())).body.data as Json[];
    expect((await owner.api.get(`${messagesPath()}/${question.id}/stream`)).status).toBe(404);
    expect(errorOf(await owner.api.get(`${path}?after=1`))).toMatchObject({ status: 400, field: 'after' });
  });

  it('are so many a user, and no more', async () => {
    const held = await HeldSearch.take(world.sql);
    const streams = [await ask(await begin())];
    const path = `${messagesPath(streams[0] && ((await streams[0].atLeast(1))[0]?.data.session_id as string))}/${streams[0]?.events[0]?.data.message_id}/stream`;
    streams.push(await open(path), await open(path));
    const refused = await open(path);
    expect([refused.response.statusCode, refused.response.headers['retry-after']]).toEqual([429, '5']);
    expect((await refused.json()).error.details).toMatchObject({ reason: 'open_streams', limit: 3 });
    streams[2]?.close();
    const reopen = () => open(path);
    const again = await until(reopen, ({ response }) => response.statusCode === 200);
    await held.release();
    for (const stream of [...streams.slice(0, 2), again])
      expect((await stream.all()).at(-1)?.event).toBe('message.done');
  });

  it('leave nothing behind of clients that go before it is found out who they are', async () => {
    const { hostname, port } = new URL(world.service.baseUrl);
    const body = JSON.stringify({ content: QUESTION });
    const [streaming, whole] = [await begin(), await begin()];
    const head = (id: string, accept: string): string =>
      [
        `POST /api/v1${messagesPath(id)} HTTP/1.1`,
        `Host: ${hostname}`,
        `Authorization: Bearer ${owner.accessToken}`,
        `Content-Type: application/json`,
        `Content-Length: ${body.length}`,
        `Accept: ${accept}`,
      ].join('\r\n');
    const passages = await HeldSearch.take(world.sql);
    const identities = await HeldSearch.take(world.sql, 'sessions');
    const requests = [...Array<string>(3).fill(head(streaming, 'text/event-stream')), head(whole, 'application/json')];
    for (const request of requests) {
      const socket = net.connect(Number(port), hostname).on('error', () => undefined);
      await new Promise<void>((sent) => socket.write(`${request}\r\n\r\n${body}`, () => sent()));
      socket.destroy();
    }
    // Its answer comes after the service has heard of their going.
    await fetch(`${world.service.baseUrl}/healthz`);
    await identities.release();
    const asked = (id: string): Promise<Json> => {
      const look = async (): Promise<Json> => (await owner.api.get(messagesPath(id))).body;
      return until(look, ({ pagination }) => pagination.total_count > 0);
    };
    try {
      await asked(streaming);
      expect((await ended(`${messagesPath(whole)}/${(await asked(whole)).data[0].id}`)).status).toBe('stopped');
    } finally {
      await passages.release();
    }
    const stream = await ask();
    expect(stream.response.statusCode).toBe(201);
    await stream.all();
  });

  it('stop when told so from elsewhere, with what was said', async () => {
    const held = await HeldSearch.take(world.sql);
    const stream = await ask();
    const [first] = await stream.atLeast(1);
    const path = `${messagesPath()}/${first?.data.message_id}`;
    const stopped = await owner.api.post(`${path}/stop`);
    expect([stopped.status, stopped.body.data.status, stopped.body.data.content]).toEqual([200, 'stopped', '']);
    const events = await stream.all();
    expect(events.slice(1)).toEqual([{ id: 2, event: 'message.done', data: stopped.body.data }]);
    expect((await owner.api.post(`${path}/stop`)).body.data).toEqual(stopped.body.data);
    await held.release();
    const whole = await (await ask()).all();
    const over = await owner.api.post(`${messagesPath()}/${whole[0]?.data.message_id}/stop`);
    expect(errorOf(over)).toMatchObject({ status: 409, reason: 'not_streaming' });
    expect((await owner.api.get(path)).body.data.status).toBe('stopped');
  });

  it('stop some seconds after the last follower is gone, and not when one comes back in time', async () => {
    const held = await HeldSearch.take(world.sql);
    const [left, resumed] = [await ask(await begin()), await ask(await begin())];
    const pathOf = async (stream: EventStreamClient): Promise<string> => {
      const [first] = await stream.atLeast(1);
      return `${messagesPath(first?.data.session_id as string)}/${first?.data.message_id}`;
    };
    const [leftPath, resumedPath] = [await pathOf(left), await pathOf(resumed)];
    left.close();
    resumed.close();
    // Most of the seconds have passed.
    await world.sql.query(
      `UPDATE chat_messages SET followed_until = now() + interval '1 second' WHERE status = 'streaming'`,
    );
    const back = await open(`${resumedPath}/stream`, { headers: { 'last-event-id': '1' } });
    expect((await ended(leftPath)).status).toBe('stopped');
    await held.release();
    expect((await back.all()).at(-1)).toMatchObject({ event: 'message.done', data: { status: 'complete' } });
  });

  it('asked for whole, are stopped at once when the client goes', async () => {
    const held = await HeldSearch.take(world.sql);
    const id = await begin();
    const abort = new AbortController();
    const asking = fetch(`${world.service.baseUrl}/api/v1${messagesPath(id)}`, {
      method: 'POST',
      body: JSON.stringify({ content: QUESTION }),
      headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'application/json' },
      signal: abort.signal,
    }).catch(() => null);
    const find = () => answerPath(id);
    const path = await until(find, (found) => !found.endsWith('undefined')).catch(() => '');
    abort.abort();
    await asking;
    expect((await ended(path)).status).toBe('stopped');
    await held.release();
  });

  it('end with an error when their process dies, at the latest when its lease is over', async () => {
    const id = await begin();
    const held = await HeldSearch.take(world.sql);
    const stream = await ask(id);
    const path = `${messagesPath(id)}/${(await stream.atLeast(1))[0]?.data.message_id}`;
    await world.service.kill('SIGKILL');
    await stream.all();
    await held.release();
    await world.service.restart();
    expect((await owner.api.get(path)).body.data.status).toBe('streaming');
    await world.sql.query(`UPDATE chat_messages SET lease_until = now() WHERE status = 'streaming'`);
    const events = await (await open(`${path}/stream`, { headers: { 'last-event-id': '1' } })).all();
    expect(events).toEqual([
      {
        id: 2,
        event: 'error',
        data: { code: 'SERVICE_UNAVAILABLE', message: expect.any(String), details: { reason: 'interrupted' } },
      },
    ]);
    expect((await owner.api.get(path)).body.data).toMatchObject({ status: 'failed', content: '' });
    // The conversation can continue.
    expect((await (await ask(id)).all()).at(-1)?.event).toBe('message.done');
  });

  it('end when the conversation is removed', async () => {
    const id = await begin();
    const held = await HeldSearch.take(world.sql);
    const stream = await ask(id);
    await stream.atLeast(1);
    expect((await owner.api.delete(`/chat/sessions/${id}`)).status).toBe(204);
    expect((await stream.all()).at(-1)).toMatchObject({ id: 2, event: 'error', data: { code: 'NOT_FOUND' } });
    await held.release();
  });

  it('tell of one answer however often it is asked for under one key', async () => {
    const id = await begin();
    const headers = { 'idempotency-key': randomUUID() };
    const held = await HeldSearch.take(world.sql);
    const first = await ask(id, headers);
    await first.atLeast(1);
    const again = await ask(id, headers);
    expect(again.response.headers['idempotent-replayed']).toBe('true');
    await again.atLeast(1);
    await held.release();
    const events = await first.all();
    expect(await again.all()).toEqual(events);
    const whole = await owner.api.post(messagesPath(id), { content: QUESTION }, headers);
    expect([whole.status, whole.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(whole.body.data).toEqual(events.at(-1)?.data);
    expect((await owner.api.get(messagesPath(id))).body.pagination.total_count).toBe(2);
  });

  it('answer one after the other what is asked at once, in its order', async () => {
    const id = await begin();
    const held = await HeldSearch.take(world.sql);
    const streams = [await ask(id), await ask(id), await ask(id)];
    for (const stream of streams) await stream.atLeast(1);
    await held.release();
    const ends = await Promise.all(streams.map((stream) => stream.all()));
    for (const events of ends) expect(events.at(-1)?.event).toBe('message.done');
    const { data } = (await owner.api.get(messagesPath(id))).body;
    expect((data as Json[]).map(({ role }) => role as string)).toEqual(
      Array.from({ length: 3 }, () => ['assistant', 'user']).flat(),
    );
  });

  it('are closed after CHAT_STREAM_SECONDS without a last event, and go on from there', async () => {
    await world.service.restart({ CHAT_STREAM_SECONDS: '1' });
    const held = await HeldSearch.take(world.sql);
    try {
      const stream = await ask(await begin());
      const [first] = await stream.all();
      expect(stream.events).toHaveLength(1);
      const path = `${messagesPath(first?.data.session_id as string)}/${first?.data.message_id}`;
      expect((await owner.api.get(path)).body.data.status).toBe('streaming');
      const again = async (): Promise<ReceivedEvent[]> =>
        (await open(`${path}/stream`, { headers: { 'last-event-id': '1' } })).all();
      expect(await again()).toEqual([]);
      await held.release();
      const events = await until(again, (told) => told.at(-1)?.event === 'message.done');
      expect(events[0]?.id).toBe(2);
    } finally {
      await held.release();
    }
  });

  it('are no matter for a warning, however many follow each other on a connection', async () => {
    for (let count = 0; count < 3; count += 1) await (await ask()).all();
    expect(world.service.output()).not.toContain('Warning');
  });
});
