import { startWorld, type TestWorld } from '../../support/service/test-world.js';

/** The matrices of the interface specification (part 5) and of its refinement, row by row, written out by hand. */
const MATRIX = {
  //                   admin  manager engineer viewer api_user
  'document.view': [true, true, true, true, true],
  'document.search': [true, true, true, true, true],
  'document.comment': [true, true, true, false, false],
  'document.share': [true, true, true, false, false],
  'document.manage': [true, true, false, false, false],
  'discrepancy.create': [true, true, true, false, false],
  'chat.use': [true, true, true, false, true],
  'assignment.manage': [true, true, false, false, false],
  'acknowledgement.sign': [true, true, true, true, false],
  'user.manage': [true, true, false, false, false],
  'api.access': [true, true, true, false, true],
  'webhook.manage': [true, false, false, false, false],
  'audit.view': [true, false, false, false, false],
  'system.settings': [true, false, false, false, false],
  'aircraft.manage': [true, true, false, false, false],
  'directive.manage': [true, true, false, false, false],
  'directory.manage': [true, false, false, false, false],
} as const;
const ROLES = ['admin', 'manager', 'engineer', 'viewer', 'api_user'] as const;

describe('GET /users/me/permissions', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  it.each(ROLES.map((role, column) => ({ role, column })))('answers the column of $role', async ({ role, column }) => {
    const expected = Object.entries(MATRIX).flatMap(([permission, row]) => (row[column] ? [permission] : []));
    const user = await world.identity.user({ role });
    const api =
      role === 'api_user'
        ? world.api.withKey((await world.identity.apiKey(user, { scopes: Object.keys(MATRIX) as never })).key)
        : (await world.signIn(user)).api;
    const { status, body } = await api.get('/users/me/permissions');
    expect(status).toBe(200);
    expect(body.data).toEqual({ role, permissions: expected });
  });
});
