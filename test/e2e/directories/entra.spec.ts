import { randomUUID } from 'node:crypto';
import {
  connectDirectory,
  GROUP_SCHEMA,
  patchOf,
  USER_SCHEMA,
  type DirectoryScene,
} from '../../support/scenes/directory-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The requests that Microsoft documents for its provisioning service and its validator, in their order. */
describe('the requests of Entra ID', () => {
  let world: TestWorld;
  let scene: DirectoryScene;
  let userName: string;
  let created: Awaited<ReturnType<DirectoryScene['scim']>>['body'];
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    scene = await connectDirectory(world);
    userName = `Test_User_${randomUUID()}`;
  });
  afterAll(() => world.stop());

  it('discover what is supported', async () => {
    const config = await scene.scim('GET', '/ServiceProviderConfig');
    expect(config.body).toMatchObject({ patch: { supported: true }, etag: { supported: true } });
    const schemas = await scene.scim('GET', '/Schemas');
    expect(schemas.body.Resources).toMatchObject([{ id: USER_SCHEMA }, { id: GROUP_SCHEMA }]);
    const types = await scene.scim('GET', '/ResourceTypes');
    expect(types.body.Resources).toMatchObject([{ endpoint: '/Users' }, { endpoint: '/Groups' }]);
    expect((await scene.scim('GET', `/Schemas/${USER_SCHEMA}`)).body.name).toBe('User');
    expect((await scene.scim('GET', '/Schemas/none')).status).toBe(404);
  });

  it('test the connection with a user that does not exist', async () => {
    const filter = encodeURIComponent(`userName eq "${randomUUID()}"`);
    const { status, body } = await scene.scim('GET', `/Users?filter=${filter}`);
    expect([status, body.totalResults, body.Resources]).toEqual([200, 0, []]);
  });

  it('create a user with attributes that the service does not keep', async () => {
    const answer = await scene.scim('POST', '/Users', {
      schemas: [USER_SCHEMA, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      displayName: 'lennay',
      emails: [{ primary: true, type: 'work', value: `before@${scene.domain}` }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      phoneNumbers: [{ value: '555-555-5555', type: 'work' }],
      roles: [],
      [ENTERPRISE]: { department: 'Line maintenance' },
    });
    created = answer.body;
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(created.meta.location);
    expect(answer.headers.get('etag')).toBe(created.meta.version);
    expect(created).toMatchObject({
      userName,
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      active: true,
      displayName: 'lennay',
      name: { familyName: 'familyName', givenName: 'givenName' },
      emails: [{ primary: true, type: 'work', value: `before@${scene.domain}` }],
    });
    expect(created).not.toHaveProperty('phoneNumbers');
  });

  it('find the user by id, by name in another case, and by external id with a condition', async () => {
    expect((await scene.scim('GET', `/Users/${created.id}`)).body).toEqual(created);
    for (const filter of [
      `userName eq "${userName.toUpperCase()}"`,
      'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef" and active eq true',
      `emails[type eq "work"].value eq "BEFORE@${scene.domain}"`,
    ]) {
      const { body } = await scene.scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, body.Resources]).toEqual([filter, [created]]);
    }
  });

  it('replace single attributes and those of lists, and skip what is not kept', async () => {
    const email = `updated@${scene.domain}`;
    const { status, body } = await scene.scim(
      'PATCH',
      `/Users/${created.id}`,
      patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Base maintenance' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '555' },
        { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'DE' },
      ),
    );
    expect([status, body.emails[0].value, body.name.familyName]).toEqual([200, email, 'updatedFamilyName']);
    const [row] = await world.sql.query(`SELECT email FROM users WHERE id = $1`, [created.id]);
    expect(row).toEqual({ email });
  });

  it('replace the user name, with and without a path', async () => {
    const [one, other] = [`one-${randomUUID()}`, `other-${randomUUID()}`];
    const path = `/Users/${created.id}`;
    const first = await scene.scim('PATCH', path, patchOf({ op: 'Replace', path: 'userName', value: one }));
    expect([first.status, first.body.userName]).toEqual([200, one]);
    const value = { userName: other, 'name.givenName': 'Ada', [`${ENTERPRISE}:manager`]: 'x' };
    const second = await scene.scim('PATCH', path, patchOf({ op: 'replace', value }));
    expect([second.status, second.body.userName, second.body.name.givenName]).toEqual([200, other, 'Ada']);
  });

  it('disable and enable by quoted booleans', async () => {
    const path = `/Users/${created.id}`;
    const off = await scene.scim('PATCH', path, patchOf({ op: 'Replace', path: 'active', value: 'False' }));
    expect([off.status, off.body.active]).toEqual([200, false]);
    const on = await scene.scim('PATCH', path, patchOf({ op: 'Replace', value: { active: 'True' } }));
    expect([on.status, on.body.active]).toEqual([200, true]);
  });

  it('keep a group, from its creation to its deletion', async () => {
    const externalId = randomUUID();
    const body = {
      schemas: [GROUP_SCHEMA, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    };
    const made = await scene.scim('POST', '/Groups', { ...body, externalId, displayName: 'Inspectors', meta: {} });
    expect([made.status, made.body.displayName]).toEqual([201, 'Inspectors']);
    const path = `/Groups/${made.body.id}`;
    const filter = encodeURIComponent('displayName eq "inspectors"');
    const found = await scene.scim('GET', `/Groups?excludedAttributes=members&filter=${filter}`);
    expect([found.body.totalResults, found.body.Resources[0].id]).toEqual([1, made.body.id]);
    expect(found.body.Resources[0]).not.toHaveProperty('members');
    const rename = { op: 'Replace', path: 'displayName', value: 'Line inspectors' };
    expect((await scene.scim('PATCH', path, patchOf(rename))).status).toBe(204);
    const member = { $ref: null, value: created.id };
    expect((await scene.scim('PATCH', path, patchOf({ op: 'Add', path: 'members', value: [member] }))).status).toBe(
      204,
    );
    const read = await scene.scim('GET', path);
    expect([read.body.displayName, read.body.members]).toEqual([
      'Line inspectors',
      [expect.objectContaining({ value: created.id })],
    ]);
    expect((await scene.scim('GET', `/Users/${created.id}`)).body.groups).toMatchObject([{ value: made.body.id }]);
    const leave = { op: 'Remove', path: `members[value eq "${created.id}"]` };
    expect((await scene.scim('PATCH', path, patchOf(leave))).status).toBe(204);
    expect((await scene.scim('GET', path)).body.members).toEqual([]);
    await scene.scim('PATCH', path, patchOf({ op: 'Add', path: 'members', value: [member] }));
    expect((await scene.scim('PATCH', path, patchOf({ op: 'Remove', path: 'members', value: [member] }))).status).toBe(
      204,
    );
    expect((await scene.scim('GET', path)).body.members).toEqual([]);
    expect((await scene.scim('DELETE', path)).status).toBe(204);
    expect((await scene.scim('GET', path)).status).toBe(404);
  });

  it('delete the user', async () => {
    expect((await scene.scim('DELETE', `/Users/${created.id}`)).status).toBe(204);
    const { status, body } = await scene.scim('GET', `/Users/${created.id}`);
    expect([status, body.schemas, body.status]).toEqual([404, ['urn:ietf:params:scim:api:messages:2.0:Error'], '404']);
    expect((await scene.scim('DELETE', `/Users/${created.id}`)).status).toBe(404);
  });
});
