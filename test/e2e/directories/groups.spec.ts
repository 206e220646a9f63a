import { connectDirectory, groupBody, patchOf, type DirectoryScene } from '../../support/scenes/directory-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const ADMIN_GROUP = '5a1f-admins';

describe('groups of a directory', () => {
  let world: TestWorld;
  let scene: DirectoryScene;
  let teamId: string;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    scene = await connectDirectory(world, async (organization: { id: string }) => {
      teamId = (await world.identity.team(organization)).id;
      const rule = (value: string, role: string) => ({ claim: 'groups', value, role });
      return {
        default_role: 'viewer',
        max_role: 'manager',
        role_mapping: [
          rule('Leads', 'manager'),
          { ...rule('Engineers', 'engineer'), team_id: teamId },
          { claim: 'department', value: 'x', role: 'manager' },
        ],
      };
    });
  });
  afterAll(() => world.stop());

  const placeOf = async (id: string, { admin } = scene): Promise<unknown[]> => {
    const { role, team_id } = (await admin.api.get(`/users/${id}`)).body.data;
    return [role, team_id] as unknown[];
  };
  const make = async (name: string, ids: string[], of = scene, changes = {}): Promise<string> => {
    const { status, body } = await of.scim('POST', '/Groups', groupBody(name, ids, changes));
    expect(status).toBe(201);
    return body.id as string;
  };
  const patch = (id: string, ...operations: object[]) => scene.scim('PATCH', `/Groups/${id}`, patchOf(...operations));

  it('become role and team by the mapping, and stop to when left, renamed or deleted', async () => {
    const user = await scene.provision('mechanic');
    expect(await placeOf(user.id)).toEqual(['viewer', null]);
    const id = await make('Engineers', [user.id]);
    expect(await placeOf(user.id)).toEqual(['engineer', teamId]);
    await patch(id, { op: 'remove', path: `members[value eq "${user.id}"]` });
    expect(await placeOf(user.id)).toEqual(['viewer', null]);
    await patch(id, { op: 'add', path: 'members', value: [{ value: user.id }] });
    await patch(id, { op: 'replace', path: 'displayName', value: 'Others' });
    expect(await placeOf(user.id)).toEqual(['viewer', null]);
    await patch(id, { op: 'replace', value: { displayName: 'Engineers' } });
    expect(await placeOf(user.id)).toEqual(['engineer', teamId]);
    await scene.scim('DELETE', `/Groups/${id}`);
    expect(await placeOf(user.id)).toEqual(['viewer', null]);
  });

  it('follow the first rule that fits, whatever the order of the groups', async () => {
    const user = await scene.provision('lead');
    const id = await make('Engineers', [user.id]);
    const leads = await make('Leads', [user.id]);
    expect(await placeOf(user.id)).toEqual(['manager', teamId]);
    const replaced = await scene.scim('PUT', `/Groups/${leads}`, groupBody('Leads'));
    expect([replaced.status, replaced.body.members]).toEqual([200, []]);
    expect(await placeOf(user.id)).toEqual(['engineer', teamId]);
    await scene.scim('DELETE', `/Groups/${id}`);
  });

  it('make no administrator without a rule and a ceiling that allow it', async () => {
    const rule = { claim: 'groups', value: ADMIN_GROUP, role: 'admin' };
    const allowed = await connectDirectory(world, () => ({ role_mapping: [rule], max_role: 'admin' }));
    const user = await allowed.provision('chief');
    const id = await make('Administrators', [user.id], allowed, { externalId: ADMIN_GROUP });
    expect((await placeOf(user.id, allowed))[0]).toBe('admin');
    await allowed.scim('DELETE', `/Groups/${id}`);
    expect((await placeOf(user.id, allowed))[0]).toBe('viewer');
    const lowered = await connectDirectory(world, () => ({ role_mapping: [rule] }));
    await world.sql.query(`UPDATE identity_providers SET max_role = 'engineer' WHERE id = $1`, [lowered.providerId]);
    const other = await lowered.provision('pretender');
    await make('Administrators', [other.id], lowered, { externalId: ADMIN_GROUP });
    expect((await placeOf(other.id, lowered))[0]).toBe('engineer');
  });

  it('leave administrators whom the mapping does not make as they are', async () => {
    const admin = await world.identity.user({ organization: scene.organization, role: 'admin' });
    const id = await make('Engineers', [admin.id]);
    expect((await placeOf(admin.id))[0]).toBe('admin');
    const email = patchOf({ op: 'replace', path: 'emails', value: [{ value: `x@${scene.domain}` }] });
    expect((await scene.scim('PATCH', `/Users/${admin.id}`, email)).status).toBe(403);
    const off = await scene.scim('PATCH', `/Users/${admin.id}`, patchOf({ op: 'replace', value: { active: false } }));
    expect([off.status, off.body.active]).toEqual([200, false]);
    const on = await scene.scim('PATCH', `/Users/${admin.id}`, patchOf({ op: 'replace', value: { active: true } }));
    expect(on.status).toBe(403);
    await scene.scim('DELETE', `/Groups/${id}`);
  });

  it('have unique names, bounded members and no groups in them', async () => {
    const id = await make('Unique', []);
    const again = await scene.scim('POST', '/Groups', groupBody('UNIQUE'));
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
    const nested = await patch(id, { op: 'add', path: 'members', value: [{ value: id, type: 'Group' }] });
    expect([nested.status, nested.body.scimType]).toEqual([400, 'invalidValue']);
    expect((await patch(id, { op: 'add', path: 'owners', value: [] })).body.scimType).toBe('invalidPath');
    const odd = await patch(id, { op: 'remove', path: 'members[value eq "x" or value eq "y"]' });
    expect(odd.body.scimType).toBe('invalidPath');
    expect((await patch(id, { op: 'remove' })).body.scimType).toBe('noTarget');
  });

  it('are on record with the key that changed them', async () => {
    const id = await make('Recorded', []);
    const { body } = await scene.admin.api.get(`/audit-events?action=directory_group.created&target_id=${id}`);
    expect(body.data).toMatchObject([
      { actor: { type: 'api_key', id: scene.serviceAccountId }, details: { identity_provider_id: scene.providerId } },
    ]);
  });

  it('are replaced only in the version that the directory read', async () => {
    const id = await make('Versioned', []);
    const { headers } = await scene.scim('GET', `/Groups/${id}`);
    const etag = headers.get('etag')!;
    expect((await scene.scim('PUT', `/Groups/${id}`, groupBody('Second'), { 'if-match': etag })).status).toBe(200);
    const stale = await scene.scim('PUT', `/Groups/${id}`, groupBody('Third'), { 'if-match': etag });
    expect([stale.status, stale.body.status]).toEqual([412, '412']);
    expect((await scene.scim('DELETE', `/Groups/${id}`, undefined, { 'if-match': etag })).status).toBe(412);
  });
});
