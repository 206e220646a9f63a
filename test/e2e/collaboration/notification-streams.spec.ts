import { newId } from '../../../src/common/ids/type-id.js';
import type { TestDocument } from '../../factories/document.factory.js';
import type { TestTeam } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { checkedFetch } from '../../support/api/checked-fetch.js';
import { EventStreamClient, type ReceivedEvent } from '../../support/api/event-stream.js';
import type { OAuthApplication } from '../../support/peers/oauth-application.js';
import { startOAuthWorld, type OAuthWorld } from '../../support/scenes/oauth-world.js';
import { startService, type ServicePlace, type TestService } from '../../support/service/test-service.js';
import type { SignedIn } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('streams of notifications', () => {
  let world: OAuthWorld;
  let application: OAuthApplication;
  let other: TestService;
  let organization: OAuthWorld['organization'];
  let team: TestTeam;
  let admin: SignedIn;
  let owner: SignedIn;
  let reader: SignedIn;
  let document: TestDocument;
  let streams: EventStreamClient[];

  beforeAll(async () => {
    // No stream ends because it has lasted long enough.
    const env = {
      NOTIFICATION_STREAMS_PER_USER: '3',
      NOTIFICATION_STREAM_SECONDS: '3600',
      INGESTION_CONCURRENCY: '0',
    };
    let second: Promise<TestService> | undefined;
    const onPlaced = (beside: ServicePlace): void => void (second = startService({ env, beside }));
    world = await startOAuthWorld({ env, onPlaced });
    other = await second!;
    ({ organization, admin } = world);
    application = await world.application(await world.client());
    team = await world.identity.team(organization);
    owner = await world.signIn({ organization, role: 'engineer', team });
  });
  beforeEach(async () => {
    streams = [];
    document = await world.documents.document(organization, { team, pages: ['One.', 'Two.'] });
    reader = await world.signIn({ organization, role: 'engineer' });
  });
  afterEach(() => streams.forEach((stream) => stream.close()));
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  const open = async ({
    service = world.service,
    lastId,
    query = '',
    token = reader.accessToken,
    headers = {},
  }: {
    service?: TestService;
    lastId?: string;
    query?: string;
    token?: string;
    headers?: Record<string, string>;
  } = {}): Promise<EventStreamClient> => {
    const stream = await EventStreamClient.open(`${service.baseUrl}/api/v1/notifications/stream${query}`, {
      token,
      headers: { ...headers, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
    });
    streams.push(stream);
    return stream;
  };
  const share = async (terms: object = {}): Promise<string> => {
    const { status, body, text } = await owner.api.post(`/documents/${document.id}/shares`, {
      recipients: [{ type: 'user', id: reader.user.id }],
      ...terms,
    });
    if (status !== 201) throw new Error(text);
    return body.data[0].id as string;
  };
  const newest = async (): Promise<Json> => (await reader.api.get('/notifications?limit=1')).body.data[0];
  const names = (events: readonly ReceivedEvent[]): string[] => events.map(({ event }) => event);

  it('tell what comes as it comes, on every node, as the list shows it', async () => {
    const [here, there] = [await open(), await open({ service: other })];
    const { statusCode, headers } = here.response;
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    for (const stream of [here, there]) {
      expect(names(await stream.atLeast(1))).toEqual(['ready']);
      expect(stream.ids).toEqual(['0']);
    }
    await share({ page_number: 2 });
    for (const stream of [here, there]) {
      const [, told] = await stream.atLeast(2);
      expect(told).toMatchObject({ event: 'notification', data: await newest() });
      expect(stream.ids[1]).toBe((await newest()).id);
    }
  });

  it('come through the client, which goes on by itself where a connection ends', async () => {
    let connection = new AbortController();
    const client = world.sdk(reader, {
      retries: 3,
      fetch: (url, { signal, ...init }) => {
        connection = new AbortController();
        return checkedFetch(url, { ...init, signal: AbortSignal.any([connection.signal, signal!]) });
      },
    });
    const seen: string[] = [];
    for await (const event of client.stream('/notifications/stream')) {
      seen.push(event.event);
      if (seen.length === 1) await share();
      if (event.event !== 'notification') continue;
      expect(event).toEqual({ id: event.data.id, event: 'notification', data: await newest() });
      if (seen.length > 2) break;
      // Something comes while nobody is connected.
      connection.abort();
      await share();
    }
    expect(seen).toEqual(['ready', 'notification', 'ready', 'notification']);
  });

  it('go on after what the client had last, by header or by query, wherever it comes back', async () => {
    const first = await open();
    await first.atLeast(1);
    await share();
    await first.atLeast(2);
    const [, had = ''] = first.ids;
    first.close();
    await share();
    await share();
    for (const again of [await open({ service: other, lastId: had }), await open({ query: `?last_event_id=${had}` })]) {
      const events = await again.atLeast(3);
      expect(names(events)).toEqual(['ready', 'notification', 'notification']);
      expect([again.ids[0], again.ids[2]]).toEqual([had, (await newest()).id]);
      again.close();
    }
    const whole = await open({ lastId: '0' });
    expect(names(await whole.atLeast(4))).toEqual(['ready', ...Array<string>(3).fill('notification')]);
  });

  it('ask clients with an unknown or outdated event id to reload the list', async () => {
    await share();
    const lost = await open({ lastId: newId('notification') });
    expect(names(await lost.atLeast(2))).toEqual(['ready', 'resync']);
    expect(lost.ids[1]).toBe((await newest()).id);
    const first = (await newest()).id as string;
    await world.sql.query(
      `INSERT INTO notifications (id, user_id, kind, document_id, revision_id)
       SELECT $1 || n, $2, 'revision', $3, $4 FROM generate_series(1, 130) n`,
      [newId('notification'), reader.user.id, document.id, document.revisionId],
    );
    const flooded = await open({ lastId: first });
    const events = await flooded.atLeast(102);
    expect(names(events)).toEqual(['ready', ...Array<string>(100).fill('notification'), 'resync']);
    const [last] = await world.sql.query<{ id: string }>(
      `SELECT id FROM notifications WHERE user_id = $1 ORDER BY position DESC LIMIT 1`,
      [reader.user.id],
    );
    expect(flooded.ids.at(-1)).toBe(last?.id);
  });

  it('are refused as envelopes: to nobody, to who takes no stream, and too many at once', async () => {
    const anonymous = await world.api.get('/notifications/stream', { accept: 'text/event-stream' });
    expect([anonymous.status, anonymous.body.error.details.reason]).toEqual([401, 'missing']);
    const json = await reader.api.get('/notifications/stream', { accept: 'application/json' });
    expect([json.status, json.body.error.details.supported]).toEqual([406, ['text/event-stream']]);
    expect((await reader.api.get('/notifications/stream?after=1', { accept: 'text/event-stream' })).status).toBe(400);
    for (let count = 0; count < 3; count += 1) await (await open()).atLeast(1);
    const refused = await open();
    expect([refused.response.statusCode, (await refused.json()).error.details.reason]).toEqual([429, 'open_streams']);
    streams[0]?.close();
    await until(
      () => open(),
      ({ response }) => response.statusCode === 200,
    );
  });

  it('tell nothing of what the reader does not see when it would be told', async () => {
    const colleague = await world.signIn({ organization, role: 'engineer', team });
    reader = colleague;
    const stream = await open();
    await stream.atLeast(1);
    // Each ends before the stream reads it: the test creates and ends it in one transaction.
    const client = await world.sql.connect();
    const comment = async (change: string): Promise<void> => {
      const [id, notification] = [newId('comment'), newId('notification')];
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO comments (id, organization_id, document_id, revision_id, page_number, user_id, body, visibility)
         VALUES ($1, $2, $3, $4, 1, $5, 'Secret.', 'public')`,
        [id, organization.id, document.id, document.revisionId, owner.user.id],
      );
      await client.query(
        `INSERT INTO notifications (id, user_id, kind, document_id, comment_id) VALUES ($1, $2, 'mention', $3, $4)`,
        [notification, reader.user.id, document.id, id],
      );
      await client.query(change.replace('$1', `'${id}'`));
      await client.query(`SELECT pg_notify('service_signals', $1)`, [`notifications ${reader.user.id}`]);
      await client.query('COMMIT');
    };
    await comment(`UPDATE comments SET deleted_at = now() WHERE id = $1`);
    await comment(`UPDATE comments SET visibility = 'private' WHERE id = $1`);
    await comment(
      `UPDATE documents SET deleted_at = now() WHERE id = (SELECT document_id FROM comments WHERE id = $1)`,
    );
    document = await world.documents.document(organization, { team, pages: ['One.', 'Two.'] });
    await comment(`UPDATE users SET team_id = NULL WHERE id = '${reader.user.id}' AND $1 <> ''`);
    client.release();
    // The next notification about another document is sent, and is the first.
    document = await world.documents.document(organization, { team });
    await share();
    const events = await stream.atLeast(2);
    expect(events[1]).toMatchObject({ event: 'notification', data: { kind: 'share' } });
    expect(names(events)).toEqual(['ready', 'notification']);
  });

  it('end within seconds, and tell nothing more, when the caller would not be let in again', async () => {
    const changes: Record<string, () => Promise<unknown>> = {};
    const opened: Record<string, EventStreamClient> = {};
    const withKey = async (allowedCidrs?: string[]): Promise<[EventStreamClient, string]> => {
      const { id, key } = await world.identity.apiKey(reader.user, allowedCidrs ? { allowedCidrs } : {});
      return [await open({ token: '', headers: { 'x-api-key': key } }), `/api-keys/${id}`];
    };
    const readers: string[] = [];
    const next = async (): Promise<SignedIn> => {
      reader = await world.signIn({ organization, role: 'engineer', team });
      readers.push(reader.user.id);
      return reader;
    };

    const { api: signedOut } = await next();
    opened['signed out, here'] = await open();
    opened['signed out, on another node'] = await open({ service: other });
    changes['signed out'] = () => signedOut.post('/auth/logout', {});
    const { user: suspended } = await next();
    opened['suspended'] = await open();
    changes['suspended'] = () => admin.api.post(`/users/${suspended.id}/suspend`);
    const { user: removed } = await next();
    opened['removed'] = await open();
    changes['removed'] = () => admin.api.delete(`/users/${removed.id}`);
    const { user: idle, api: idler } = await next();
    opened['idle'] = await open();
    const age = `UPDATE sessions SET last_seen_at = now() - interval '2 days' WHERE user_id = $1`;
    // The pending update of the sign-in is written by now or at the next check.
    changes['idle'] = () => world.sql.query(age, [idle.id]);
    const { api: keeper } = await next();
    const [revoked, revokedPath] = await withKey();
    opened['key revoked'] = revoked;
    changes['key revoked'] = () => keeper.delete(revokedPath);
    const [narrowed, narrowedPath] = await withKey();
    opened['key without the scope'] = narrowed;
    changes['key without the scope'] = () => keeper.patch(narrowedPath, { scopes: ['document.search'] });
    const { api: rotating, user: rotator } = await next();
    const [rotated, rotatedPath] = await withKey();
    opened['key rotated'] = rotated;
    changes['key rotated'] = () => rotating.post(`${rotatedPath}/rotate`, { grace_period_seconds: 0 });
    const [elsewhere, elsewherePath] = await withKey(['127.0.0.0/8']);
    opened['key for another address'] = elsewhere;
    changes['key for another address'] = () => rotating.patch(elsewherePath, { allowed_cidrs: ['192.0.2.0/24'] });
    const [inGrace, inGracePath] = await withKey(['127.0.0.0/8']);
    changes['key in its grace'] = () => rotating.post(`${inGracePath}/rotate`, { grace_period_seconds: 600 });
    const { user: granter, api: withdrawer } = await next();
    const { tokens } = await world.grant(application, granter);
    opened['grant withdrawn'] = await open({ token: tokens.access_token as string });
    changes['grant withdrawn'] = async () => {
      const [{ id }] = (await withdrawer.get('/oauth/grants')).body.data as [Json];
      return withdrawer.delete(`/oauth/grants/${id}`);
    };

    for (const stream of [...Object.values(opened), inGrace]) await stream.atLeast(1);
    for (const [name, change] of Object.entries(changes)) {
      const answer = (await change()) as { status?: number; text?: string };
      if ((answer.status ?? 200) >= 300) throw new Error(`${name}: ${answer.text}`);
    }
    // A session that goes idle is found so at the next look only.
    const { revisionId } = document;
    for (const userId of readers)
      await world.sql.insert('notifications', {
        ...{ id: newId('notification'), user_id: userId, kind: 'revision' },
        ...{ document_id: document.id, revision_id: revisionId },
      });
    for (const userId of [idle.id, rotator.id]) {
      await world.sql.query(`SELECT pg_notify('service_signals', $1)`, [`notifications ${userId}`]);
    }
    expect(names(await inGrace.atLeast(2))).toEqual(['ready', 'notification']);
    const told = await Promise.all(
      Object.entries(opened).map(async ([name, stream]) => `${name}: ${names(await stream.all()).join()}`),
    );
    expect(told).toEqual(Object.keys(opened).map((name) => `${name}: ready`));
    // The stream was no use of the session.
    expect((await idler.get('/users/me')).status).toBe(401);
  });

  it('are no matter for a warning', () => {
    expect(world.service.output()).not.toContain('Warning');
  });

  it('end when the service stops', async () => {
    const stream = await open({ service: other });
    await stream.atLeast(1);
    expect(await other.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    await stream.all();
  });
});
