import { connectDirectory, groupBody, USER_SCHEMA, type DirectoryScene } from '../../support/scenes/directory-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import type { Json } from '../../support/api/api-client.js';

const REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

describe('bulk requests of a directory', () => {
  let world: TestWorld;
  let scene: DirectoryScene;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    scene = await connectDirectory(world);
  });
  afterAll(() => world.stop());

  const bulk = (Operations: Json[], changes: Json = {}) =>
    scene.scim('POST', '/Bulk', { schemas: [REQUEST], Operations, ...changes });
  const creation = (name: string): Json => ({
    ...{ method: 'POST', path: '/Users', bulkId: name },
    data: { schemas: [USER_SCHEMA], userName: `${name}@${scene.domain}` },
  });
  const creations = (length: number): Json[] =>
    Array.from({ length }, (_, index): Json => creation(`mass-${index}`) as object);
  const resultsOf = (body: Json): Json[] => body.Operations as Json[];
  const statuses = (body: Json): string[] => resultsOf(body).map(({ status }) => String(status));

  it('resolve references, also to later operations', async () => {
    const { status, body } = await bulk([
      { method: 'POST', path: '/Groups', bulkId: 'group', data: groupBody('Crew', ['bulkId:ann', 'bulkId:bob']) },
      creation('ann'),
      creation('bob'),
      { method: 'DELETE', path: '/Users/bulkId:bob' },
    ]);
    expect([status, statuses(body)]).toEqual([200, ['201', '201', '201', '204']]);
    expect(resultsOf(body).map(({ bulkId }) => String(bulkId))).toEqual(['ann', 'bob', 'group', 'undefined']);
    const location = String(resultsOf(body)[2].location);
    const group = await scene.scim('GET', location.slice(location.indexOf('/Groups')));
    expect(group.body.members).toMatchObject([{ display: `ann@${scene.domain}` }]);
  });

  it('do the rest after a failure, or stop at the number of failures that is given', async () => {
    const operations = [creation('cat'), creation('cat'), creation('dog')];
    const all = await bulk(
      operations.map((operation, index): Json => Object.assign(operation, { bulkId: `${index}` })),
    );
    expect(statuses(all.body)).toEqual(['201', '409', '201']);
    expect(resultsOf(all.body)[1].response).toMatchObject({ scimType: 'uniqueness', status: '409' });
    const stopped = await bulk([creation('cat'), creation('elk')], { failOnErrors: 1 });
    expect(statuses(stopped.body)).toEqual(['409']);
    const { body } = await scene.scim('GET', `/Users?filter=${encodeURIComponent('userName sw "elk"')}`);
    expect(body.totalResults).toBe(0);
  });

  it('fail where they refer to nothing, to each other or to other routes', async () => {
    const group = (bulkId: string, member: string): Json => ({
      ...{ method: 'POST', path: '/Groups', bulkId, data: groupBody(bulkId, [`bulkId:${member}`]) },
    });
    const { body } = await bulk([
      ...[group('round', 'about'), group('about', 'round'), group('alone', 'nothing')],
      { method: 'GET', path: '/Users' },
      { method: 'DELETE', path: '/../api/v1/users' },
      { method: 'DELETE', path: '/Users/none' },
      { method: 'POST', path: '/Bulk', data: {} },
    ]);
    expect(statuses(body)).toEqual(['409', '409', '409', '400', '400', '404', '400']);
  });

  it('are bounded in operations and in size', async () => {
    const most = await bulk(creations(100));
    expect([most.status, new Set(statuses(most.body))]).toEqual([200, new Set(['201'])]);
    const many = await bulk(creations(101));
    expect([many.status, many.body.scimType]).toEqual([413, 'tooMany']);
    const large = await bulk([{ ...creation('large'), data: { x: 'x'.repeat(1_048_576) } }]);
    expect([large.status, large.body.status]).toEqual([413, '413']);
    expect((await bulk([])).status).toBe(400);
    expect((await bulk([creation('x')], { failOnErrors: 0 })).status).toBe(400);
  }, 60_000);
});
