import { PERMISSIONS, type Role } from '../../../src/common/principal/permissions.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { TestOrganization, TestUser } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];

describe('a user’s account', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
  });
  afterAll(() => world.stop());

  /** A user with a live token and a live key with all permissions. */
  const withBoth = async (role: Role, team: { id: string } | null = null) => {
    const person = await world.signIn({ organization, role, team });
    const { key } = await world.identity.apiKey(person.user, { scopes: PERMISSIONS });
    return { ...person, credentials: [person.api, world.api.withKey(key)] };
  };
  const act = async (user: { id: string }, action: string, { api } = admin) =>
    outcome(await api.post(`/users/${user.id}/${action}`));

  describe('on the next request, by token and by key', () => {
    it('is suspended and reactivated', async () => {
      const { user, credentials } = await withBoth('engineer');
      const suspended = await admin.api.post(`/users/${user.id}/suspend`);
      expect([suspended.status, suspended.body.data.status]).toEqual([200, 'suspended']);
      for (const api of credentials) expect(outcome(await api.get('/users/me'))).toEqual([401, 'revoked']);
      expect(outcome(await world.login(user))).toEqual([401, 'invalid_credentials']);
      expect((await admin.api.post(`/users/${user.id}/reactivate`)).body.data.status).toBe('active');
      expect((await world.login(user)).status).toBe(200);
      const trail = await world.sql.query(
        `SELECT action, details FROM audit_records WHERE target_id = $1 AND action LIKE 'user.%' ORDER BY id`,
        [user.id],
      );
      expect(trail).toEqual([
        { action: 'user.suspended', details: { status: { from: 'active', to: 'suspended' } } },
        { action: 'user.reactivated', details: { status: { from: 'suspended', to: 'active' } } },
      ]);
    });

    it('has another role', async () => {
      const { user, credentials } = await withBoth('engineer');
      for (const api of credentials) expect((await api.get('/users')).status).toBe(403);
      await admin.api.patch(`/users/${user.id}`, { role: 'admin' });
      for (const api of credentials) expect((await api.get('/users')).status).toBe(200);
      await admin.api.patch(`/users/${user.id}`, { role: 'viewer' });
      const [bySession, byKey] = await Promise.all(credentials.map((api) => api.get('/users/me/permissions')));
      expect(bySession?.body.data).toEqual({
        role: 'viewer',
        permissions: ['document.view', 'document.search', 'acknowledgement.sign'],
      });
      // Viewers hold no keys.
      expect(outcome(byKey as ApiResponse)).toEqual([401, 'revoked']);
    });

    it('is in another team', async () => {
      const [first, second] = [await world.identity.team(organization), await world.identity.team(organization)];
      const document = await world.documents.document(organization, { team: first });
      const { user, credentials } = await withBoth('manager', first);
      const member = await world.identity.user({ organization, team: first, role: 'viewer' });
      const reach = async () => {
        const statuses = [];
        for (const api of credentials) {
          statuses.push(
            (await api.get(`/documents/${document.id}`)).status,
            (await api.get(`/users/${member.id}`)).status,
          );
        }
        return statuses;
      };
      expect(await reach()).toEqual([200, 200, 200, 200]);
      await admin.api.patch(`/users/${user.id}`, { team_id: second.id });
      expect(await reach()).toEqual([404, 404, 404, 404]);
      await admin.api.patch(`/users/${user.id}`, { team_id: first.id });
      expect(await reach()).toEqual([200, 200, 200, 200]);
      await admin.api.patch(`/users/${user.id}`, { team_id: null });
      expect(await reach()).toEqual([404, 404, 404, 404]);
    });

    it('is gone', async () => {
      const { user, credentials } = await withBoth('engineer');
      expect((await admin.api.delete(`/users/${user.id}`)).status).toBe(204);
      for (const api of credentials) expect((await api.get('/users/me')).status).toBe(401);
      expect(outcome(await world.login(user))).toEqual([401, 'invalid_credentials']);
    });
  });

  it.each([
    ['invited', ['suspend', 'reactivate'], ['unlock', 'reset-mfa']],
    ['suspended', ['suspend'], ['unlock', 'reset-mfa', 'reactivate']],
    ['active', ['reactivate'], ['unlock', 'reset-mfa', 'suspend']],
  ] as const)('that is %s', async (status, illegal, legal) => {
    const user = await world.identity.user({ organization, status });
    for (const action of illegal) {
      const { body } = await admin.api.post(`/users/${user.id}/${action}`);
      expect(body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'illegal_transition', status } });
    }
    for (const action of legal) expect([action, ...(await act(user, action))]).toEqual([action, 200, undefined]);
  });

  describe('when it is removed', () => {
    let gone: TestUser;
    let documentId: string;
    beforeAll(async () => {
      const team = await world.identity.team(organization);
      const person = await world.signIn({ organization, team });
      gone = person.user;
      documentId = (await world.documents.document(organization, { createdBy: gone })).id;
      for (const { id, organizationId } of [gone, admin.user]) {
        const session = newId('chat_session');
        await world.sql.insert('chat_sessions', {
          id: session,
          organization_id: organizationId,
          user_id: id,
          copilot_type: 'mro',
          title: 'Brakes',
        });
        await world.sql.insert('chat_messages', {
          id: newId('message'),
          session_id: session,
          role: 'user',
          content: 'How?',
          status: 'complete',
        });
      }
      expect((await admin.api.delete(`/users/${gone.id}`)).status).toBe(204);
    });

    it('keeps nothing of the person but what they did', async () => {
      const [row] = await world.sql.query(`SELECT * FROM users WHERE id = $1`, [gone.id]);
      expect(row).toMatchObject({
        name: 'Removed user',
        email: `${gone.id}@removed.invalid`,
        password_hash: null,
        team_id: null,
        last_login_at: null,
        removed_at: expect.any(Date),
      });
      for (const path of ['/documents', `/documents/${documentId}`]) {
        const { status, body } = await admin.api.get(path);
        const shown = (Array.isArray(body.data) ? body.data : [body.data]) as Json[];
        expect([status, shown.find(({ id }) => id === documentId)?.created_by]).toEqual([200, gone.id]);
      }
      const [deleted] = await world.sql.query(
        `SELECT actor_id, details FROM audit_records WHERE target_id = $1 AND action = 'user.deleted'`,
        [gone.id],
      );
      expect(deleted).toEqual({ actor_id: admin.user.id, details: { role: 'engineer', status: 'active' } });
    });

    it('takes its conversations along, and nobody else’s', async () => {
      const owners = await world.sql.query(
        `SELECT s.user_id FROM chat_sessions s JOIN chat_messages m ON m.session_id = s.id WHERE s.organization_id = $1`,
        [organization.id],
      );
      expect(owners).toEqual([{ user_id: admin.user.id }]);
    });

    it('is not there any more', async () => {
      expect((await admin.api.delete(`/users/${gone.id}`)).status).toBe(404);
      expect((await admin.api.get(`/users?q=removed`)).body.pagination.total_count).toBe(0);
      const ids = (await admin.api.listAll('/users')).map(({ id }) => id as string);
      expect(ids).not.toContain(gone.id);
    });

    it('leaves its address to others', async () => {
      const again = { email: gone.email, name: 'Again', role: 'engineer' };
      const { status, body } = await admin.api.post('/users', again);
      expect([status, body.data.email]).toEqual([201, gone.email]);
      expect(body.data.id).not.toBe(gone.id);
    });
  });

  it('changes with a profile too, which is recorded without the name', async () => {
    const { user, api } = await world.signIn({ organization });
    await api.patch('/users/me', { name: 'Somebody Else' });
    const trail = await world.sql.query(
      `SELECT actor_id, details FROM audit_records WHERE target_id = $1 AND action = 'user.updated'`,
      [user.id],
    );
    expect(trail).toEqual([{ actor_id: user.id, details: { changed: ['name'] } }]);
  });
});
