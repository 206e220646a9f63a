import { expectRevoked, whoAmI } from '../../../support/sign-in/sessions.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

describe('sessions', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  it('are listed newest first, with their device, and the present one marked', async () => {
    const first = await world.signIn();
    const second = await world.signIn(first.user);
    const { status, body } = await second.api.get('/auth/sessions');
    expect(status).toBe(200);
    const session = (current: boolean): object => ({
      id: expect.stringMatching(/^session_/),
      device: expect.any(String),
      ip: '127.0.0.1',
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
      current,
    });
    expect(body.data).toEqual([session(true), session(false)]);
  });

  it('can be ended one by one, by their user alone', async () => {
    const keeper = await world.signIn();
    const goner = await world.signIn(keeper.user);
    const stranger = await world.signIn();
    const { id } = (await goner.api.get('/auth/sessions')).body.data[0];

    expect((await stranger.api.delete(`/auth/sessions/${id}`)).body.error.details).toEqual({ resource: 'session' });
    expect((await keeper.api.delete(`/auth/sessions/${id}`)).status).toBe(204);
    expectRevoked(await whoAmI(world.api, goner.accessToken));
    expect((await keeper.api.delete(`/auth/sessions/${id}`)).status).toBe(404);
    expect((await keeper.api.delete('/auth/sessions/nonsense')).status).toBe(404);
    expect((await world.api.delete(`/auth/sessions/${id}`)).status).toBe(401);
    expect((await world.api.get('/auth/sessions')).status).toBe(401);
  });

  it('can all be ended but the present one, by their user alone', async () => {
    const keeper = await world.signIn();
    const goners = [await world.signIn(keeper.user), await world.signIn(keeper.user)];
    const stranger = await world.signIn({ organization: { id: keeper.user.organizationId } });
    expect((await world.api.delete('/auth/sessions')).status).toBe(401);
    const answers = await Promise.all([keeper.api.delete('/auth/sessions'), keeper.api.delete('/auth/sessions')]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    for (const { accessToken } of goners) expectRevoked(await whoAmI(world.api, accessToken));
    expect((await keeper.api.get('/auth/sessions')).body.data).toMatchObject([{ current: true }]);
    expect((await whoAmI(world.api, stranger.accessToken)).status).toBe(200);
    const recorded = await world.sql.query(
      `SELECT target_id FROM audit_records WHERE action = 'session.ended' AND organization_id = $1`,
      [keeper.user.organizationId],
    );
    expect(recorded).toHaveLength(2);
  });

  it('are five at most: a sixth login ends the least recently used, not the oldest', async () => {
    const oldest = await world.signIn();
    const others = [];
    for (let count = 0; count < 4; count += 1) others.push(await world.signIn(oldest.user));
    expect((await whoAmI(world.api, oldest.accessToken)).status).toBe(200);

    const sixth = await world.signIn(oldest.user);
    expect((await sixth.api.get('/auth/sessions')).body.data).toHaveLength(5);
    expect((await whoAmI(world.api, oldest.accessToken)).status).toBe(200);
    expectRevoked(await whoAmI(world.api, others[0]?.accessToken ?? ''));
    expect((await whoAmI(world.api, others[1]?.accessToken ?? '')).status).toBe(200);
  });

  it('are five at most after twenty parallel logins', async () => {
    const user = await world.identity.user();
    const logins = await Promise.all(Array.from({ length: 20 }, () => world.login(user)));
    const rows = await world.sql.query<{ id: string; open: boolean }>(
      `SELECT id, ended_at IS NULL AS open FROM sessions WHERE user_id = $1 ORDER BY created_at DESC`,
      [user.id],
    );
    expect(rows.map(({ open }) => open)).toEqual([...Array<boolean>(5).fill(true), ...Array<boolean>(15).fill(false)]);
    const answers = await Promise.all(logins.map(({ body }) => whoAmI(world.api, body.data.access_token as string)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    answers.filter(({ status }) => status !== 200).forEach(expectRevoked);
    const evicted = await world.sql.query<{ target_id: string; actor_id: string }>(
      `SELECT target_id, actor_id FROM audit_records WHERE action = 'session.evicted' AND organization_id = $1`,
      [user.organizationId],
    );
    expect(new Set(evicted.map(({ target_id }) => target_id))).toEqual(
      new Set(rows.flatMap(({ id, open }) => (open ? [] : [id]))),
    );
    expect(evicted.every(({ actor_id }) => actor_id === user.id)).toBe(true);
  });

  it('never evict the login that makes room, for any clock skew', async () => {
    const { user } = await world.signIn();
    for (let count = 0; count < 4; count += 1) await world.signIn(user);
    await world.sql.query(`UPDATE sessions SET last_seen_at = now() + interval '5 minutes' WHERE user_id = $1`, [
      user.id,
    ]);
    const { accessToken } = await world.signIn(user);
    expect((await whoAmI(world.api, accessToken)).status).toBe(200);
  });

  it('follow the user: suspension, role and team count from the next request on', async () => {
    const { user, api, accessToken } = await world.signIn({ role: 'engineer' });
    const team = await world.identity.team({ id: user.organizationId });
    await world.sql.query(`UPDATE users SET role = 'viewer', team_id = $2 WHERE id = $1`, [user.id, team.id]);
    expect((await api.get('/users/me/permissions')).body.data).toEqual({
      role: 'viewer',
      permissions: ['document.view', 'document.search', 'acknowledgement.sign'],
    });
    expect((await api.get('/users/me')).body.data.team_id).toBe(team.id);
    expect((await api.get('/api-keys')).status).toBe(403);
    await world.sql.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [user.id]);
    expectRevoked(await whoAmI(world.api, accessToken));
  });

  it('outlive a restart of the service', async () => {
    const { api, refreshToken } = await world.signIn();
    await world.service.restart();
    expect((await api.get('/users/me')).status).toBe(200);
    expect((await world.api.post('/auth/refresh', { refresh_token: refreshToken })).status).toBe(200);
  });
});
