import { startService, type TestService } from '../../../support/service/test-service.js';
import { ApiClient } from '../../../support/api/api-client.js';
import { HeldRow } from '../../../support/database/held-row.js';
import { expectRevoked, whoAmI } from '../../../support/sign-in/sessions.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

describe('a session ends', () => {
  let world: TestWorld;
  let node: TestService;
  let secondNode: ApiClient;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    node = await startService({ beside: world.service });
    secondNode = new ApiClient(() => node.baseUrl);
  });
  afterAll(async () => {
    await node.stop();
    await world.stop();
  });

  describe('by logout, which', () => {
    it('ends this session from the next request on, on every node', async () => {
      const here = await world.signIn();
      const elsewhere = await world.signIn(here.user);
      expect((await whoAmI(secondNode, here.accessToken)).status).toBe(200);

      const { status, body } = await here.api.post('/auth/logout', {});
      expect(status).toBe(200);
      expect(body.data).toEqual({ logged_out: 1 });
      expectRevoked(await whoAmI(secondNode, here.accessToken));
      expectRevoked(await whoAmI(world.api, here.accessToken));
      expect((await world.api.post('/auth/refresh', { refresh_token: here.refreshToken })).status).toBe(401);
      expect((await whoAmI(world.api, elsewhere.accessToken)).status).toBe(200);
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
      expect(body.data).toMatchObject({ logged_out: 2 });
      expectRevoked(await whoAmI(world.api, first.accessToken));
      expectRevoked(await whoAmI(world.api, second.accessToken));
      expect((await whoAmI(world.api, colleague.accessToken)).status).toBe(200);
    });

    it('answers 401 without credentials and 400 for what is no flag', async () => {
      expect((await world.api.post('/auth/logout', {})).body.error.details.reason).toBe('missing');
      const { api } = await world.signIn();
      expect((await api.post('/auth/logout', { all_sessions: 'yes' })).body.error.details.field).toBe('all_sessions');
      expect((await api.post('/auth/logout', { all_sessions: null })).status).toBe(400);
    });
  });

  it('with a suspension, permanently: a reactivation does not restore it', async () => {
    const admin = await world.signIn({ role: 'admin' });
    const { user, accessToken, refreshToken } = await world.signIn({ organization: { id: admin.user.organizationId } });
    expect((await admin.api.post(`/users/${user.id}/suspend`)).status).toBe(200);
    expectRevoked(await whoAmI(secondNode, accessToken));
    expect((await admin.api.post(`/users/${user.id}/reactivate`)).status).toBe(200);
    expectRevoked(await whoAmI(secondNode, accessToken));
    expect((await world.api.post('/auth/refresh', { refresh_token: refreshToken })).status).toBe(401);
    const records = await world.sql.query(
      `SELECT reason, actor_id, details FROM audit_records WHERE action = 'session.ended' AND organization_id = $1`,
      [user.organizationId],
    );
    expect(records).toEqual([{ reason: 'suspended', actor_id: admin.user.id, details: { user_id: user.id } }]);
  });

  it('before it starts, for a user who is suspended while the password is checked', async () => {
    const user = await world.identity.user();
    const held = await HeldRow.of(world.sql, 'users', user.id);
    const login = world.login(user);
    await held.waiting(1);
    await held.change(`UPDATE users SET status = 'suspended' WHERE id = $1`, user.id);
    await held.release();
    const { status, body } = await login;
    expect([status, body.error.details.reason]).toEqual([401, 'invalid_credentials']);
    expect(await world.sql.query(`SELECT 1 FROM sessions WHERE user_id = $1`, [user.id])).toEqual([]);
  });

  it('and the audit trail says how, who ended it and from where', async () => {
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
      `SELECT action, reason, target_id, actor_id, session_id, ip, details FROM audit_records
       WHERE organization_id = $1 AND action <> 'auth.login' ORDER BY id`,
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
});
