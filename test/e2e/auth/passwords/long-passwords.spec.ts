import { startWorld, type SignedIn, type TestWorld } from '../../../support/test-world.js';

/** Just below what a body may have, of combining marks out of their order: whoever normalizes it is busy for minutes. */
const HOSTILE = '\u0315\u0300'.repeat(261_000);
/** Milliseconds; far from minutes, and from what the suite's neighbours cost it. */
const AT_ONCE = 2_000;

describe('a password of a megabyte', () => {
  let world: TestWorld;
  let engineer: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    engineer = await world.signIn();
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
    const startedAt = performance.now();
    const refused = engineer.api.post(path, { ...others, [field]: HOSTILE });
    const beside = await Promise.all(Array.from({ length: 5 }, () => engineer.api.get('/users/me')));
    const { status, body } = await refused;
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE);
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
    const startedAt = performance.now();
    expect((await world.api.post(path, sent)).status).toBe(400);
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE);
  });
});
