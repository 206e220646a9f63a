import { processorMs } from '../../../support/service/service-cpu.js';
import { startWorld, type SignedIn, type TestWorld } from '../../../support/service/test-world.js';

/** Just below the body limit: combining marks out of order, which take minutes to normalize. */
const HOSTILE = '\u0315\u0300'.repeat(261_000);
const HARMLESS = 'x'.repeat(HOSTILE.length);
/** Of the service, for a body of that size; what is less is measured too coarsely to compare. Milliseconds. */
const LEAST_MS = 50;

describe('a password of a megabyte', () => {
  let world: TestWorld;
  let engineer: SignedIn;
  let limitMs: number;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    engineer = await world.signIn();
    const startedAt = processorMs(world.service.pid);
    expect((await world.api.post('/auth/login', { email: 'ada@example.test', password: HARMLESS })).status).toBe(400);
    // Minutes would be a thousand times as much.
    limitMs = 20 * Math.max(processorMs(world.service.pid) - startedAt, LEAST_MS);
  });
  afterAll(() => world.stop());

  it.each([
    ['/auth/login', 'password', { email: 'ada@example.test' }],
    ['/auth/password/reset', 'new_password', { token: 'pwr_none' }],
    ['/auth/password/change', 'current_password', { new_password: 'seven rivets in a row' }],
    ['/auth/password/change', 'new_password', { current_password: 'seven rivets in a row' }],
    ['/auth/step-up', 'password', {}],
    ['/auth/invitations/accept', 'password', { token: 'inv_none', name: 'Ada' }],
  ])('is refused by %s as %s at once, and holds no other request up', async (path, field, others) => {
    const startedAt = processorMs(world.service.pid);
    const refused = engineer.api.post(path, { ...others, [field]: HOSTILE });
    const beside = await Promise.all(Array.from({ length: 5 }, () => engineer.api.get('/users/me')));
    const { status, body } = await refused;
    expect(processorMs(world.service.pid) - startedAt).toBeLessThan(limitMs);
    expect([status, body.error.code, body.error.details.field]).toEqual([400, 'INVALID_REQUEST', field]);
    expect(beside.map((answer) => answer.status)).toEqual(Array(5).fill(200));
  });

  it.each([
    ['/auth/login', { email: HOSTILE, password: 'x' }],
    ['/auth/password/forgot', { email: HOSTILE }],
    ['/auth/invitations/accept', { token: HOSTILE, name: 'Ada', password: 'seven rivets in a row' }],
    ['/auth/invitations/accept', { token: 'inv_none', name: HOSTILE, password: 'seven rivets in a row' }],
    ['/auth/mfa/verify', { mfa_token: 'mfa_none', recovery_code: HOSTILE }],
    ['/auth/mfa/verify', { mfa_token: 'mfa_none', code: HOSTILE }],
  ])('is no trouble in the other fields either: %s', async (path, sent) => {
    const startedAt = processorMs(world.service.pid);
    expect((await world.api.post(path, sent)).status).toBe(400);
    expect(processorMs(world.service.pid) - startedAt).toBeLessThan(limitMs);
  });
});
