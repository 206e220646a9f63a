import { startService, type TestService } from '../../support/test-service.js';
import { ApiClient, type ApiResponse } from '../../support/api-client.js';
import { readToken } from '../../support/forged-token.js';
import { startWorld, type TestWorld } from '../../support/test-world.js';

describe('sessions', () => {
  let world: TestWorld;
  let secondNode: TestService;
  beforeAll(async () => {
    world = await startWorld();
    secondNode = await startService({ beside: world.service });
  });
  afterAll(async () => {
    await secondNode.stop();
    await world.stop();
  });

  const whoAmI = (accessToken: string): Promise<ApiResponse> => world.api.withBearer(accessToken).get('/users/me');
  const onSecondNode = (accessToken: string): Promise<ApiResponse> =>
    new ApiClient(() => secondNode.baseUrl).withBearer(accessToken).get('/users/me');

  function expectRevoked({ status, body }: ApiResponse): void {
    expect(status).toBe(401);
    expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'revoked' });
  }

  describe('logout', () => {
    it('ends this session from the next request on, on every node', async () => {
      const here = await world.signIn();
      const elsewhere = await world.signIn(here.user);
      expect((await onSecondNode(here.accessToken)).status).toBe(200);

      const { status, body } = await here.api.post('/auth/logout', {});
      expect(status).toBe(200);
      expect(body.data).toEqual({ logged_out: 1 });
      expectRevoked(await onSecondNode(here.accessToken));
      expectRevoked(await whoAmI(here.accessToken));
      expect((await world.api.post('/auth/refresh', { refresh_token: here.refreshToken })).status).toBe(401);
      expect((await whoAmI(elsewhere.accessToken)).status).toBe(200);
    });

    it('needs no body', async () => {
      const { api } = await world.signIn();
      const { status, body } = await api.post('/auth/logout');
      expect(status).toBe(200);
      expect(body.data).toEqual({ logged_out: 1 });
    });

    it('ends all sessions of the user, and no others, with all_sessions', async () => {
      const first = await world.signIn();
      const second = await world.signIn(first.user);
      const colleague = await world.signIn({ organization: { id: first.user.organizationId } });
      const { body } = await first.api.post('/auth/logout', { all_sessions: true });
      expect(body.data).toEqual({ logged_out: 2 });
      expectRevoked(await whoAmI(first.accessToken));
      expectRevoked(await whoAmI(second.accessToken));
      expect((await whoAmI(colleague.accessToken)).status).toBe(200);
    });

    it('answers 401 without credentials and 400 for what is no flag', async () => {
      expect((await world.api.post('/auth/logout', {})).body.error.details.reason).toBe('missing');
      const { api } = await world.signIn();
      expect((await api.post('/auth/logout', { all_sessions: 'yes' })).body.error.details.field).toBe('all_sessions');
      expect((await api.post('/auth/logout', { all_sessions: null })).status).toBe(400);
    });
  });

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
    expectRevoked(await whoAmI(goner.accessToken));
    expect((await keeper.api.delete(`/auth/sessions/${id}`)).status).toBe(404);
    expect((await keeper.api.delete('/auth/sessions/nonsense')).status).toBe(404);
    expect((await world.api.delete(`/auth/sessions/${id}`)).status).toBe(401);
    expect((await world.api.get('/auth/sessions')).status).toBe(401);
  });

  it('are five at most: a sixth login ends the least recently used, not the oldest', async () => {
    const oldest = await world.signIn();
    const others = [];
    for (let count = 0; count < 4; count += 1) others.push(await world.signIn(oldest.user));
    expect((await whoAmI(oldest.accessToken)).status).toBe(200);

    const sixth = await world.signIn(oldest.user);
    expect((await sixth.api.get('/auth/sessions')).body.data).toHaveLength(5);
    expect((await whoAmI(oldest.accessToken)).status).toBe(200);
    expectRevoked(await whoAmI(others[0]?.accessToken ?? ''));
    expect((await whoAmI(others[1]?.accessToken ?? '')).status).toBe(200);
  });

  it('are five at most after twenty parallel logins', async () => {
    const user = await world.identity.user();
    const logins = await Promise.all(Array.from({ length: 20 }, () => world.login(user)));
    const rows = await world.sql.query<{ id: string; open: boolean }>(
      `SELECT id, ended_at IS NULL AS open FROM sessions WHERE user_id = $1 ORDER BY created_at DESC`,
      [user.id],
    );
    expect(rows.map(({ open }) => open)).toEqual([...Array<boolean>(5).fill(true), ...Array<boolean>(15).fill(false)]);
    const answers = await Promise.all(logins.map(({ body }) => whoAmI(body.data.access_token as string)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    answers.filter(({ status }) => status !== 200).forEach(expectRevoked);
    const evicted = await world.sql.query<{ target_id: string; actor_id: string }>(
      `SELECT target_id, actor_id FROM audit_events WHERE action = 'session.evicted' AND organization_id = $1`,
      [user.organizationId],
    );
    expect(new Set(evicted.map(({ target_id }) => target_id))).toEqual(
      new Set(rows.flatMap(({ id, open }) => (open ? [] : [id]))),
    );
    expect(evicted.every(({ actor_id }) => actor_id === user.id)).toBe(true);
  });

  it('never evict the login that makes room, whatever the clocks say of the others', async () => {
    const { user } = await world.signIn();
    for (let count = 0; count < 4; count += 1) await world.signIn(user);
    await world.sql.query(`UPDATE sessions SET last_seen_at = now() + interval '5 minutes' WHERE user_id = $1`, [
      user.id,
    ]);
    const { accessToken } = await world.signIn(user);
    expect((await whoAmI(accessToken)).status).toBe(200);
  });

  describe('follow the settings of the organization', () => {
    const settle = (user: { organizationId: string }, assignment: string): Promise<unknown> =>
      world.sql.query(`UPDATE organizations SET ${assignment} WHERE id = $1`, [user.organizationId]);
    const age = (user: { id: string }, columns: string[], seconds: number): Promise<unknown> =>
      world.sql.query(
        `UPDATE sessions SET ${columns.map((name) => `${name} = ${name} - make_interval(secs => $2)`).join(', ')}
         WHERE user_id = $1`,
        [user.id, seconds],
      );

    it('max_concurrent_sessions', async () => {
      const user = await world.identity.user();
      await settle(user, 'max_concurrent_sessions = 2');
      const [first, second, third] = [await world.signIn(user), await world.signIn(user), await world.signIn(user)];
      expectRevoked(await whoAmI(first.accessToken));
      expect((await whoAmI(second.accessToken)).status).toBe(200);
      await settle(user, 'max_concurrent_sessions = 1');
      expect((await world.signIn(user)).api).toBeDefined();
      expectRevoked(await whoAmI(second.accessToken));
      expectRevoked(await whoAmI(third.accessToken));
    });

    it('idle_timeout, from the next request on', async () => {
      const { user, accessToken } = await world.signIn();
      await age(user, ['last_seen_at'], 120);
      await settle(user, 'idle_timeout = 60');
      const { status, body } = await whoAmI(accessToken);
      expect(status).toBe(401);
      expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'idle_timeout' });
      await settle(user, 'idle_timeout = 600');
      expect((await whoAmI(accessToken)).status).toBe(200);
    });

    it('session_timeout, from the next token set on', async () => {
      const { user, refreshToken } = await world.signIn();
      await settle(user, 'session_timeout = 300');
      const refreshed = await world.api.post('/auth/refresh', { refresh_token: refreshToken });
      expect(refreshed.body.data.expires_in).toBe(300);
      const { exp, iat } = readToken(refreshed.body.data.access_token as string).claims as { exp: number; iat: number };
      expect(exp - iat).toBe(300);
      const { body } = await world.login(user);
      expect(body.data.expires_in).toBe(300);
    });

    it('refresh_token_expiry, a shorter one in sessions that are open already', async () => {
      const { user, refreshToken } = await world.signIn();
      const { exp, iat } = readToken(refreshToken).claims as { exp: number; iat: number };
      expect(exp - iat).toBe(2_592_000);
      await settle(user, 'refresh_token_expiry = 86400');
      const refreshed = await world.api.post('/auth/refresh', { refresh_token: refreshToken });
      const next = readToken(refreshed.body.data.refresh_token as string).claims as { exp: number; iat: number };
      expect(next.exp - iat).toBe(86_400);
      await age(user, ['created_at'], 86_400);
      const late = await world.api.post('/auth/refresh', { refresh_token: refreshed.body.data.refresh_token });
      expect(late.status).toBe(401);
      expect(late.body.error.details).toEqual({
        token_type: 'refresh',
        reason: 'expired',
        expired_at: expect.any(String),
      });
      // A longer one counts for sessions to come.
      await settle(user, 'refresh_token_expiry = 5184000');
      expect((await world.api.post('/auth/refresh', { refresh_token: refreshed.body.data.refresh_token })).status).toBe(
        200,
      );
      const { refreshToken: later } = await world.signIn(user);
      const long = readToken(later).claims as { exp: number; iat: number };
      expect(long.exp - long.iat).toBe(5_184_000);
    });
  });

  it('say in the audit trail how they ended, who ended them and from where', async () => {
    const { user, api } = await world.signIn();
    const idOf = async (client: ApiClient): Promise<string> => {
      const sessions = (await client.get('/auth/sessions')).body.data as { id: string; current: boolean }[];
      return sessions.find(({ current }) => current)?.id ?? '';
    };
    const [ended, loggedOut, own] = [await world.signIn(user), await world.signIn(user), await idOf(api)];
    const [endedId, loggedOutId] = [await idOf(ended.api), await idOf(loggedOut.api)];
    await api.delete(`/auth/sessions/${endedId}`);
    await loggedOut.api.post('/auth/logout');
    await api.post('/auth/logout', { all_sessions: true });
    const records = await world.sql.query(
      `SELECT action, reason, target_id, actor_id, session_id, ip, details FROM audit_events
       WHERE organization_id = $1 AND action <> 'auth.login' ORDER BY sequence`,
      [user.organizationId],
    );
    const by = (session_id: string): object => ({ actor_id: user.id, session_id, ip: '127.0.0.1' });
    expect(records).toEqual([
      {
        action: 'session.ended',
        reason: 'ended_by_user',
        target_id: endedId,
        details: { user_id: user.id },
        ...by(own),
      },
      {
        action: 'auth.logout',
        reason: null,
        target_id: loggedOutId,
        details: { sessions: [loggedOutId] },
        ...by(loggedOutId),
      },
      { action: 'auth.logout', reason: null, target_id: user.id, details: { sessions: [own] }, ...by(own) },
    ]);
  });

  it('end after thirty idle minutes and do not come back', async () => {
    const { user, api, accessToken } = await world.signIn();
    await api.get('/users/me');
    await world.sql.query(`UPDATE sessions SET last_seen_at = now() - interval '1801 seconds' WHERE user_id = $1`, [
      user.id,
    ]);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, body } = await whoAmI(accessToken);
      expect(status).toBe(401);
      expect(body.error.details).toEqual({ token_type: 'jwt', reason: 'idle_timeout' });
    }
    const other = await world.signIn(user);
    expect((await other.api.get('/auth/sessions')).body.data).toHaveLength(1);
    expect((await whoAmI(accessToken)).status).toBe(401);
  });

  it('stay open when they were used in time, though that is not written yet', async () => {
    const { user, api } = await world.signIn();
    await world.sql.query(`UPDATE sessions SET last_seen_at = now() - interval '1799 seconds' WHERE user_id = $1`, [
      user.id,
    ]);
    expect((await api.get('/users/me')).status).toBe(200);
    const usedAt = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 150));
    // The idle time after what is written is over since; unless the use was written meanwhile, which is as good.
    await world.sql.query(
      `UPDATE sessions SET last_seen_at = to_timestamp($2) WHERE user_id = $1 AND last_seen_at < now() - interval '1 minute'`,
      [user.id, (usedAt + 100) / 1000 - 1800],
    );
    expect((await api.get('/users/me')).status).toBe(200);
    expect((await api.get('/users/me')).status).toBe(200);
  });

  it('stay open while they are used', async () => {
    const { user, api } = await world.signIn();
    await world.sql.query(`UPDATE sessions SET last_seen_at = now() - interval '1790 seconds' WHERE user_id = $1`, [
      user.id,
    ]);
    expect((await api.get('/users/me')).status).toBe(200);
    const { last_seen_at } = (await api.get('/auth/sessions')).body.data[0];
    expect(Date.now() - Date.parse(last_seen_at as string)).toBeLessThan(10_000);
  });

  it('follow the user: suspension, role and team count from the next request on', async () => {
    const { user, api, accessToken } = await world.signIn({ role: 'engineer' });
    const team = await world.identity.team({ id: user.organizationId });
    await world.sql.query(`UPDATE users SET role = 'viewer', team_id = $2 WHERE id = $1`, [user.id, team.id]);
    expect((await api.get('/users/me/permissions')).body.data).toEqual({
      role: 'viewer',
      permissions: ['document.view', 'document.search'],
    });
    expect((await api.get('/users/me')).body.data.team_id).toBe(team.id);
    expect((await api.get('/api-keys')).status).toBe(403);
    await world.sql.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [user.id]);
    expectRevoked(await whoAmI(accessToken));
  });

  it('end for good with a suspension: a reactivation does not bring them back', async () => {
    const admin = await world.signIn({ role: 'admin' });
    const { user, accessToken, refreshToken } = await world.signIn({ organization: { id: admin.user.organizationId } });
    expect((await admin.api.post(`/users/${user.id}/suspend`)).status).toBe(200);
    expectRevoked(await onSecondNode(accessToken));
    expect((await admin.api.post(`/users/${user.id}/reactivate`)).status).toBe(200);
    expectRevoked(await onSecondNode(accessToken));
    expect((await world.api.post('/auth/refresh', { refresh_token: refreshToken })).status).toBe(401);
    const records = await world.sql.query(
      `SELECT reason, actor_id, details FROM audit_events WHERE action = 'session.ended' AND organization_id = $1`,
      [user.organizationId],
    );
    expect(records).toEqual([{ reason: 'suspended', actor_id: admin.user.id, details: { user_id: user.id } }]);
  });

  it('outlive a restart of the service', async () => {
    const { api, refreshToken } = await world.signIn();
    await world.service.restart();
    expect((await api.get('/users/me')).status).toBe(200);
    expect((await world.api.post('/auth/refresh', { refresh_token: refreshToken })).status).toBe(200);
  });
});
