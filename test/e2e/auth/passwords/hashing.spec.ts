import { hash } from '@node-rs/argon2';
import type { TestUser } from '../../../factories/identity.factory.js';
import { processorMs } from '../../../support/service/service-cpu.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

const FLOOD = 200;
const ROUNDS = 25;

/** With the parameters of production, where other suites hash cheaply. */
describe('password hashing', () => {
  let world: TestWorld;
  let fullHash: string;
  beforeAll(async () => {
    const env = { ARGON2_MEMORY_KIB: '19456', ARGON2_PASSES: '2', TRUST_PROXY: '127.0.0.1' };
    [world, fullHash] = await Promise.all([
      startWorld({ env }),
      hash('correct horse battery staple', { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
    ]);
  });
  afterAll(() => world.stop());

  const hashOf = async ({ id }: TestUser): Promise<string> => {
    const [row] = await world.sql.query<{ password_hash: string }>(`SELECT password_hash FROM users WHERE id = $1`, [
      id,
    ]);
    return row?.password_hash ?? '';
  };
  /** A login from the given client address. */
  const loginFrom = (address: string, email: string, password: string): ReturnType<TestWorld['login']> =>
    world.api.post('/auth/login', { email, password }, { 'x-forwarded-for': address });

  it('renews a hash that was made with less when its owner signs in, and never for a wrong password', async () => {
    const user = await world.identity.user();
    const weak = await hashOf(user);
    expect(weak).toMatch(/^\$argon2id\$v=19\$m=256,t=1,p=1\$/);
    expect((await world.login({ ...user, password: 'wrong' })).status).toBe(401);
    expect(await hashOf(user)).toBe(weak);

    expect((await world.login(user)).status).toBe(200);
    const renewed = await hashOf(user);
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await world.login(user)).status).toBe(200);
    expect(await hashOf(user)).toBe(renewed);
  });

  it('changes a password whose hash is renewed on the way', async () => {
    const { user, api } = await world.signIn();
    await world.sql.query(`UPDATE users SET password_hash = $2 WHERE id = $1`, [
      user.id,
      await hash(user.password, { memoryCost: 256, timeCost: 1, parallelism: 1 }),
    ]);
    const change = { current_password: user.password, new_password: 'torque wrench calibrated' };
    expect((await api.post('/auth/password/change', change)).status).toBe(200);
  });

  it('takes as long for an account that does not exist as for one that does', async () => {
    const existing = await Promise.all(Array.from({ length: ROUNDS }, () => world.identity.user()));
    await world.sql.query(`UPDATE users SET password_hash = $1`, [fullHash]);
    const suspended = await world.identity.user({ status: 'suspended' });
    // With the hash of a hundredth of the cost that factories make: from before it was raised.
    const early = await Promise.all(Array.from({ length: ROUNDS }, () => world.identity.user()));
    const times = { known: 0, unknown: 0, closed: 0, early: 0 };
    for (const [round, { email }] of existing.entries()) {
      // In turns, so that other load on the machine affects all alike.
      for (const [kind, name] of [
        ['known', email],
        ['unknown', `nobody-${email}`],
        ['early', early[round]?.email ?? ''],
        ['closed', round < 9 ? suspended.email : `nobody-too-${email}`],
      ] as const) {
        const before = processorMs(world.service.pid);
        expect((await loginFrom(`10.1.${round}.1`, name, 'wrong')).status).toBe(401);
        times[kind] += processorMs(world.service.pid) - before;
      }
    }
    const spent = Object.values(times);
    // Without the decoy it would be a tenth.
    expect(Math.max(...spent) / Math.min(...spent)).toBeLessThan(2);
  });

  it('leaves other requests their turn during a flood of logins', async () => {
    const { api } = await world.signIn();
    const users = await Promise.all(Array.from({ length: FLOOD }, () => world.identity.user()));
    await world.sql.query(`UPDATE users SET password_hash = $1`, [fullHash]);
    let ended = 0;
    const logins = users.map(async ({ email, password }, count) => {
      const { status } = await loginFrom(`10.2.${count}.1`, email, password);
      ended += 1;
      return status;
    });
    let others = 0;
    for (; ended < FLOOD; others += 1) expect((await api.get('/users/me')).status).toBe(200);
    expect(await Promise.all(logins)).toEqual(Array(FLOOD).fill(200));
    // One behind the flood would wait for all of it.
    expect(others).toBeGreaterThan(3);
  });
});
