import { errorOf } from '../../support/manuals/manual.js';
import { ShareScene } from '../../support/scenes/share-scene.js';

const DEFAULTS = {
  ...{ mention: 'email', reply: 'email', share: 'email', resolve: 'email', revision: 'email' },
  temporary_revision: 'email',
  ...{
    assignment: 'email',
    reminder: 'email',
    overdue: 'email',
    discrepancy: 'email',
    digest: 'daily',
    digest_hour: 6,
  },
};

describe('preferences of notifications', () => {
  const scene = new ShareScene();
  beforeAll(() => scene.start());
  beforeEach(() => scene.renew());
  afterAll(() => scene.world.stop());

  const unread = async (): Promise<number> =>
    (await scene.reader.api.get('/notifications/unread-count')).body.data.count as number;
  const path = '/users/me/notification-preferences';

  it('are what they are until somebody chooses', async () => {
    expect((await scene.reader.api.get(path)).body.data).toEqual(DEFAULTS);
    expect(
      await scene.world.sql.query(`SELECT 1 FROM notification_preferences WHERE user_id = $1`, [scene.reader.user.id]),
    ).toEqual([]);
  });

  it('are changed one by one, with the ETag of the present version', async () => {
    const before = await scene.reader.api.get(path);
    const changes = { share: 'off', digest: 'hourly', digest_hour: 23 };
    const changed = await scene.reader.api.patch(path, changes, { 'if-match': before.headers.get('etag') ?? '' });
    expect([changed.status, changed.body.data]).toEqual([200, { ...DEFAULTS, ...changes }]);
    const stale = await scene.reader.api.patch(path, {}, { 'if-match': before.headers.get('etag') ?? '' });
    expect(errorOf(stale)).toMatchObject({ status: 412, reason: 'stale' });
    expect((await scene.reader.api.get(path)).body.data).toEqual(changed.body.data);
    expect((await scene.owner.api.get(path)).body.data).toEqual(DEFAULTS);
  });

  it('refuse what cannot be chosen', async () => {
    for (const body of [{ mention: 'sms' }, { digest: 'weekly' }, { digest_hour: 24 }, { digest_hour: 1.5 }])
      expect(errorOf(await scene.reader.api.patch(path, body))).toMatchObject({
        status: 400,
        field: Object.keys(body)[0],
      });
    expect(errorOf(await scene.reader.api.patch(path, { colour: 'red' }))).toMatchObject({
      status: 400,
      field: 'colour',
    });
    const { key } = await scene.world.identity.apiKey(scene.reader.user);
    expect(errorOf(await scene.world.api.withKey(key).patch(path, {}))).toMatchObject({
      status: 403,
      reason: 'session_required',
    });
  });

  it('decide what is told and what is mailed', async () => {
    const awaiting = (): Promise<object[]> =>
      scene.world.sql.query(`SELECT kind FROM notifications WHERE user_id = $1 AND awaits_digest`, [
        scene.reader.user.id,
      ]);
    await scene.share(scene.owner, scene.reader);
    expect(await awaiting()).toEqual([{ kind: 'share' }]);
    await scene.reader.api.patch(path, { share: 'in_app' });
    expect(await awaiting()).toEqual([]);
    await scene.share(scene.owner, scene.reader);
    expect([await awaiting(), await unread()]).toEqual([[], 2]);
    await scene.reader.api.patch(path, { share: 'off' });
    await scene.share(scene.owner, scene.reader);
    expect(await unread()).toBe(2);
    await scene.reader.api.patch(path, { share: 'email' });
    await scene.share(scene.owner, scene.reader);
    expect(await awaiting()).toHaveLength(1);
    await scene.reader.api.post('/notifications/read-all');
    expect(await awaiting()).toEqual([]);
  });
});
