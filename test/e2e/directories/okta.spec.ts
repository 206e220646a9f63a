import { randomUUID } from 'node:crypto';
import {
  connectDirectory,
  patchOf,
  scimRequest,
  USER_SCHEMA,
  type DirectoryScene,
} from '../../support/scenes/directory-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** The requests of Okta's published specification test and of its provisioning, in their order, with the checks that Okta makes. */
describe('the requests of Okta', () => {
  let world: TestWorld;
  let scene: DirectoryScene;
  let userName: string;
  let body: { [key: string]: unknown };
  let created: Awaited<ReturnType<DirectoryScene['scim']>>['body'];
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    scene = await connectDirectory(world);
    userName = `runscope.${randomUUID()}@${scene.domain}`;
    body = {
      ...{ schemas: [USER_SCHEMA], userName, name: { givenName: 'Runscope', familyName: 'Tester' } },
      ...{ emails: [{ primary: true, value: userName, type: 'work' }], displayName: 'Runscope Tester', active: true },
    };
  });
  afterAll(() => world.stop());

  const find = (filter: string) => scene.scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);

  it('list users, of whom the first has all that Okta needs', async () => {
    const { status, body: list } = await scene.scim('GET', '/Users?count=1&startIndex=1');
    expect([status, list.schemas, list.startIndex, list.itemsPerPage]).toEqual([200, [LIST], 1, 1]);
    const [first] = list.Resources;
    for (const value of [
      first.id,
      first.name.familyName,
      first.name.givenName,
      first.userName,
      first.emails[0].value,
    ]) {
      expect(value).toEqual(expect.stringMatching(/./));
    }
    expect((await scene.scim('GET', `/Users/${first.id}`)).body).toEqual(first);
  });

  it('ask for users that do not exist', async () => {
    expect((await find(`userName eq "${userName}"`)).body).toMatchObject({ schemas: [LIST], totalResults: 0 });
    const { status, body: error } = await scene.scim('GET', '/Users/010101001010101011001010101011');
    expect([status, error.schemas, error.detail]).toEqual([
      404,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
      expect.stringMatching(/./),
    ]);
  });

  it('create a user as plain JSON, and once only', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await scene.scim('POST', '/Users', body, headers);
    created = answer.body;
    expect(answer.status).toBe(201);
    expect(created).toMatchObject({ ...body, id: expect.stringMatching(/^user_/) });
    expect((await scene.scim('GET', `/Users/${created.id}`)).body).toEqual(created);
    const again = await scene.scim('POST', '/Users', body, headers);
    expect([again.status, again.body.scimType, again.body.status]).toEqual([409, 'uniqueness', '409']);
    expect((await find(`userName eq "${userName.toUpperCase()}"`)).body.Resources).toEqual([created]);
  });

  it('read groups', async () => {
    const { status, body: list } = await scene.scim('GET', '/Groups?count=100&startIndex=1');
    expect([status, list.schemas, list.Resources]).toEqual([200, [LIST], []]);
  });

  it('answer 401 without a token', async () => {
    const { status, body: error } = await scimRequest(world.service.baseUrl, {}, 'GET', '/Groups');
    expect([status, error.status]).toEqual([401, '401']);
  });

  it('update the profile by PUT', async () => {
    const changed = {
      ...body,
      id: created.id,
      name: { givenName: 'Another', familyName: 'Tester' },
      displayName: 'Another Tester',
    };
    const { status, body: updated } = await scene.scim('PUT', `/Users/${created.id}`, changed);
    expect([status, updated.name.givenName, updated.displayName]).toEqual([200, 'Another', 'Another Tester']);
  });

  it('deactivate and activate by PATCH without a path', async () => {
    const path = `/Users/${created.id}`;
    const off = await scene.scim('PATCH', path, patchOf({ op: 'replace', value: { active: false } }));
    expect([off.status, off.body.active]).toEqual([200, false]);
    const on = await scene.scim('PUT', path, { ...body, active: true });
    expect([on.status, on.body.active]).toEqual([200, true]);
  });

  it('push a group, rename it with its id in the value, and replace its members', async () => {
    const made = await scene.scim('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Okta group',
      members: [{ value: created.id, display: userName }],
    });
    expect([made.status, made.body.members.length]).toEqual([201, 1]);
    const path = `/Groups/${made.body.id}`;
    const rename = { op: 'replace', value: { id: made.body.id, displayName: 'Renamed group' } };
    expect((await scene.scim('PATCH', path, patchOf(rename))).status).toBe(204);
    const members = [
      { op: 'remove', path: `members[value eq "${created.id}"]` },
      { op: 'add', path: 'members', value: [{ value: scene.admin.user.id, display: 'Admin' }] },
    ];
    expect((await scene.scim('PATCH', path, patchOf(...members))).status).toBe(204);
    const { body: group } = await scene.scim('GET', path);
    expect(group).toMatchObject({ displayName: 'Renamed group', members: [{ value: scene.admin.user.id }] });
  });
});
