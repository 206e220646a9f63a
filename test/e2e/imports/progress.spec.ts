import { newId } from '../../../src/common/ids/type-id.js';
import { EventStreamClient } from '../../support/api/event-stream.js';
import { sendImport } from '../../support/scenes/import-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('the stream of an import', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let organization: { id: string };
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    organization = { id: admin.user.organizationId };
  });
  afterAll(() => world.stop());

  const follow = (id: unknown, token = admin.accessToken, headers = {}): Promise<EventStreamClient> =>
    EventStreamClient.open(`${world.service.baseUrl}/api/v1/imports/${String(id)}/events`, { token, headers });
  const finished = async (): Promise<string> => {
    const { id } = await sendImport(admin.api, { 'a.gif': 'GIF89a' });
    await (await follow(id)).all();
    return id as string;
  };
  /** An import that no process works on. */
  const running = async (): Promise<string> => {
    const id = await finished();
    await world.sql.query(`UPDATE imports SET state = 'running', finished_at = NULL, summary = NULL WHERE id = $1`, [
      id,
    ]);
    return id;
  };

  it('tells each change until all documents are read, and then ends', async () => {
    const { id } = await sendImport(admin.api, { 'a.txt': 'Oil the pin.', 'b.txt': 'Oil the cam.', 'c.gif': 'GIF89a' });
    const events = await (await follow(id)).all();
    const names = events.map(({ event }) => event);
    expect(names).toEqual([...names.slice(1).map(() => 'progress'), 'finished']);
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1));
    const { body } = await admin.api.get(`/imports/${String(id)}`);
    expect(events.at(-1)!.data).toEqual(body.data);
    expect(body.data).toMatchObject({ state: 'completed', counts: { created: 2, failed: 1 }, reading: { ready: 2 } });
  });

  it('says at once how a finished import ended', async () => {
    const id = await finished();
    expect(await (await follow(id)).all()).toMatchObject([{ event: 'finished', data: { id, state: 'completed' } }]);
  });

  it('ends when the session ends, and when the import was deleted', async () => {
    const id = await running();
    const other = await world.signIn({ organization, role: 'admin' });
    const [ended, deleted] = [await follow(id, other.accessToken), await follow(id)];
    await Promise.all([ended.atLeast(1), deleted.atLeast(1)]);
    await ok(other.api.post('/auth/logout', {}));
    expect(await ended.all()).toHaveLength(1);
    await world.sql.query('DELETE FROM imports WHERE id = $1', [id]);
    expect(await deleted.all()).toHaveLength(1);
  });

  it('is open ten times for a user at most', async () => {
    const id = await running();
    const user = await world.signIn({ organization, role: 'admin' });
    const streams = await Promise.all(Array.from({ length: 10 }, () => follow(id, user.accessToken)));
    expect(streams.map(({ response }) => response.statusCode)).toEqual(streams.map(() => 200));
    const refused = await follow(id, user.accessToken);
    expect(refused.response.statusCode).toBe(429);
    expect((await refused.json()).error).toMatchObject({ details: { reason: 'open_streams', limit: 10 } });
    for (const stream of streams) stream.close();
    await world.sql.query('DELETE FROM imports WHERE id = $1', [id]);
  });

  it('is refused to others', async () => {
    const id = await finished();
    const stranger = await world.signIn({ role: 'admin' });
    const engineer = await world.signIn({ organization, role: 'engineer' });
    const statuses = await Promise.all(
      [
        follow(id, ''),
        follow(id, engineer.accessToken),
        follow(id, stranger.accessToken),
        follow(newId('import')),
        follow(id, admin.accessToken, { accept: 'application/json' }),
      ].map(async (opening) => (await opening).response.statusCode),
    );
    expect(statuses).toEqual([401, 403, 404, 404, 406]);
  });
});
