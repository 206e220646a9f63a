import { connectDirectory, patchOf, USER_SCHEMA, type DirectoryScene } from '../../support/scenes/directory-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const activity = (active: boolean) => patchOf({ op: 'replace', value: { active } }) as object;

describe('accounts that a directory must not take or wake', () => {
  let world: TestWorld;
  let scene: DirectoryScene;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    scene = await connectDirectory(world, () => ({ max_role: 'engineer' }));
  });
  afterAll(() => world.stop());

  const member = (role: 'manager' | 'viewer', name?: string) =>
    world.identity.user({
      ...{ organization: scene.organization, role },
      ...(name !== undefined && { email: `${name}@${scene.domain}` }),
    });
  const patch = (id: string, body: object) => scene.scim('PATCH', `/Users/${id}`, body);
  const put = (id: string, userName: string, changes: object = {}) =>
    scene.scim('PUT', `/Users/${id}`, { schemas: [USER_SCHEMA], userName, ...changes });
  const emailOf = async (id: string): Promise<unknown> =>
    (await world.sql.query(`SELECT email FROM users WHERE id = $1`, [id]))[0]!['email'];

  it('keep an address outside of the verified domains, and that of a role above the ceiling', async () => {
    const address = `captured@${scene.domain}`;
    for (const person of [await member('viewer'), await member('manager'), await member('manager', 'lead')]) {
      for (const answer of [
        await patch(person.id, patchOf({ op: 'replace', path: 'emails', value: [{ value: address }] })),
        await patch(person.id, patchOf({ op: 'replace', path: 'userName', value: address })),
        await put(person.id, address),
        await put(person.id, person.email, { emails: [{ value: address }] }),
      ]) {
        expect([person.role, answer.status]).toEqual([person.role, 403]);
      }
      expect(await emailOf(person.id)).toBe(person.email);
      const named = await patch(person.id, patchOf({ op: 'replace', path: 'displayName', value: 'Renamed' }));
      expect([named.status, named.body.displayName]).toEqual([200, 'Renamed']);
    }
    const inside = await member('viewer', 'inside');
    expect((await put(inside.id, `moved@${scene.domain}`)).status).toBe(200);
    expect(await emailOf(inside.id)).toBe(`moved@${scene.domain}`);
  });

  it('are not reactivated above the ceiling', async () => {
    const manager = await member('manager', 'chief');
    expect((await patch(manager.id, activity(false))).body.active).toBe(false);
    expect((await patch(manager.id, activity(true))).status).toBe(403);
    expect((await scene.scim('GET', `/Users/${manager.id}`)).body.active).toBe(false);
  });

  it('keep their status where the directory does not name it', async () => {
    const { id, userName } = await scene.provision('silent');
    const silent = [
      () => put(id, userName, { displayName: `Silent ${Date.now()}` }),
      () => put(id, userName, { active: null }),
      () => patch(id, patchOf({ op: 'remove', path: 'active' })),
      () => patch(id, patchOf({ op: 'replace', value: { active: null, displayName: 'Other' } })),
    ];
    for (const active of [false, true]) {
      expect((await patch(id, activity(active))).body.active).toBe(active);
      for (const request of silent) {
        const { status, body } = await request();
        expect([status, body.active]).toEqual([200, active]);
      }
    }
  });

  it('stay suspended by an administrator', async () => {
    const { api } = scene.admin;
    const { id, userName } = await scene.provision('barred');
    const bySynchronization = async (): Promise<unknown[]> => {
      const answers = [
        await patch(id, activity(true)),
        await put(id, userName, { active: true, displayName: `Barred ${Date.now()}` }),
        await patch(id, activity(false)),
        await patch(id, activity(true)),
      ];
      return answers.map(({ status, body }) => [status, body.active] as unknown);
    };
    const kept = Array.from({ length: 4 }, () => [200, false]);
    expect((await api.post(`/users/${id}/suspend`)).status).toBe(200);
    expect(await bySynchronization()).toEqual(kept);
    // A suspension of the directory ends with any reactivation.
    expect((await api.post(`/users/${id}/reactivate`)).status).toBe(200);
    expect((await patch(id, activity(false))).body.active).toBe(false);
    expect((await api.post(`/users/${id}/reactivate`)).status).toBe(200);
    expect((await api.post(`/users/${id}/suspend`)).status).toBe(200);
    expect(await bySynchronization()).toEqual(kept);
    const created = await scene.provision('later', { active: false });
    expect((await patch(created.id, activity(true))).body.active).toBe(true);
  });
});
