import type { ApiResponse } from '../../support/api/api-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const outcome = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];

describe('the last active administrator', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  afterAll(() => world.stop());

  const activeAdmins = async (organizationId: string): Promise<number> => {
    const [row] = await world.sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM users
       WHERE organization_id = $1 AND role = 'admin' AND status = 'active' AND removed_at IS NULL`,
      [organizationId],
    );
    return row?.count ?? 0;
  };
  const demote = ({ api }: SignedIn, id: string) => api.patch(`/users/${id}`, { role: 'viewer' });
  const suspend = ({ api }: SignedIn, id: string) => api.post(`/users/${id}/suspend`);
  const remove = ({ api }: SignedIn, id: string) => api.delete(`/users/${id}`);

  it('stays when no other user could take over', async () => {
    const organization = await world.identity.organization();
    const admin = await world.signIn({ organization, role: 'admin' });
    // None of these could take over.
    await world.identity.user({ role: 'admin' });
    await world.identity.user({ organization, role: 'admin', status: 'invited' });
    await world.identity.user({ organization, role: 'admin', status: 'suspended' });
    const former = await world.identity.user({ organization, role: 'admin' });
    expect((await remove(admin, former.id)).status).toBe(204);
    for (const attempt of [demote, suspend, remove]) {
      expect(outcome(await attempt(admin, admin.user.id))).toEqual([409, 'last_admin']);
    }
    expect((await admin.api.patch(`/users/${admin.user.id}`, { name: 'Still Here', role: 'admin' })).status).toBe(200);
  });

  it('does not block changes to other users', async () => {
    const organization = await world.identity.organization();
    const admin = await world.signIn({ organization, role: 'admin' });
    for (const attempt of [demote, remove]) {
      for (const status of ['invited', 'suspended', 'active'] as const) {
        const { id } = await world.identity.user({ organization, role: 'admin', status });
        expect([200, 204]).toContain((await attempt(admin, id)).status);
      }
    }
  });

  it.each([
    ['demote', [demote]],
    ['suspend', [suspend]],
    ['remove', [remove]],
    ['demote, suspend or remove', [demote, suspend, remove]],
  ])('stays when ten at once %s one another', async (_, attempts) => {
    const admins: SignedIn[] = [];
    const organization = await world.identity.organization();
    for (let count = 0; count < 10; count += 1) admins.push(await world.signIn({ organization, role: 'admin' }));
    for (let round = 0; round < 4; round += 1) {
      // Each administrator removes the next in a ring; every other round, each removes themselves.
      const requests = admins.map((admin, index) => {
        const target = round % 2 === 0 ? admins[(index + 1) % admins.length] : admin;
        return (attempts[index % attempts.length] ?? demote)(admin, target?.user.id ?? '');
      });
      const answers = await Promise.all(requests);
      const done = answers.filter(({ status }) => status < 300).length;
      expect(answers.filter(({ status }) => ![200, 204, 401, 403, 404, 409].includes(status))).toEqual([]);
      expect(done).toBeGreaterThan(0);
      expect(await activeAdmins(organization.id)).toBe(10 - done);
      expect(done).toBeLessThan(10);
      await world.sql.query(
        `UPDATE users SET role = 'admin', status = 'active', removed_at = NULL WHERE organization_id = $1`,
        [organization.id],
      );
      await world.sql.query(
        `UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE user_id IN (SELECT id FROM users WHERE organization_id = $1)`,
        [organization.id],
      );
    }
  });

  it('stays when two remain and each removes the other, a hundred times', async () => {
    const organization = await world.identity.organization();
    const [first, second] = [
      await world.signIn({ organization, role: 'admin' }),
      await world.signIn({ organization, role: 'admin' }),
    ];
    for (let round = 0; round < 100; round += 1) {
      const statuses = await Promise.all([demote(first, second.user.id), demote(second, first.user.id)]);
      expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await activeAdmins(organization.id)).toBe(1);
      await world.sql.query(`UPDATE users SET role = 'admin' WHERE organization_id = $1`, [organization.id]);
    }
  });

  it('can be reached by changes of many kinds at once without a deadlock', async () => {
    const organization = await world.identity.organization();
    const admins = [
      await world.signIn({ organization, role: 'admin' }),
      await world.signIn({ organization, role: 'admin' }),
      await world.signIn({ organization, role: 'admin' }),
    ];
    const team = await world.identity.team(organization);
    const member = await world.identity.user({ organization, team });
    const work = admins.flatMap((admin, index) => {
      const other = admins[(index + 1) % 3]?.user.id ?? '';
      return [
        admin.api.post(
          '/users',
          { email: `m${index}.${member.email}`, name: 'N', role: 'viewer', team_id: team.id },
          { 'idempotency-key': `invite-${index}` },
        ),
        admin.api.patch(`/users/${other}`, { name: `Name ${index}` }),
        admin.api.patch(`/users/${member.id}`, { team_id: index === 0 ? null : team.id }),
        admin.api.patch('/users/me', { name: `Mine ${index}` }),
        admin.api.patch('/settings', { idle_timeout: 1000 + index }),
        world.login(admin.user),
        admin.api.delete(`/teams/${team.id}`),
        admin.api.post('/teams', { name: `Team ${index}` }, { 'idempotency-key': `team-${index}` }),
      ];
    });
    const answers = await Promise.all(work);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  });
});
