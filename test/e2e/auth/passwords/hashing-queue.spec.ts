import { hash } from '@node-rs/argon2';
import { RawClient } from '../../../support/api/raw-client.js';
import type { LogLine } from '../../../support/service/running-process.js';
import { startWorld, type SignedIn, type TestWorld } from '../../../support/service/test-world.js';
import { until } from '../../../support/until.js';

const PRODUCTION = { ARGON2_MEMORY_KIB: '19456', ARGON2_PASSES: '2', DATABASE_POOL_SIZE: '40' };
const ADDRESSES = 4;
const EACH = 30;

describe('the queue for password hashes', () => {
  let world: TestWorld;
  let visitor: SignedIn;
  let fullHash: string;
  beforeAll(async () => {
    const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    [world, fullHash] = await Promise.all([
      startWorld({ env: PRODUCTION }),
      hash('correct horse battery staple', options),
    ]);
    visitor = await world.signIn();
  });
  afterAll(() => world.stop());

  function login(from: string, email: string, password: string): RawClient {
    const body = JSON.stringify({ email, password });
    const head = `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    return RawClient.open(world.service.baseUrl, from).send(head + body);
  }
  const person = async (): Promise<{ email: string; password: string }> => {
    const user = await world.identity.user();
    await world.sql.query(`UPDATE users SET password_hash = $2 WHERE id = $1`, [user.id, fullHash]);
    return user;
  };
  /** Of the service's log, in the order in which they were answered. */
  const logins = (): LogLine[] =>
    world.service.logs().filter(({ msg, route }) => msg === 'request' && route === '/api/v1/auth/login');
  /** Attempts wait from now on, those that have their turn for the database and the others for them. */
  async function holdAttempts(): Promise<() => Promise<void>> {
    const holder = await world.sql.connect();
    await holder.query('BEGIN; LOCK TABLE login_failures IN ACCESS EXCLUSIVE MODE');
    return async () => {
      await holder.query('ROLLBACK');
      holder.release();
    };
  }
  /** By when the service has seen what was sent and closed before, and has looked the accounts up. */
  async function arrived(): Promise<void> {
    for (let round = 0; round < 5; round += 1) expect((await visitor.api.get('/users/me')).status).toBe(200);
  }
  const answered = (clients: RawClient[]): number => clients.filter(({ statuses }) => statuses.length > 0).length;
  /** Attempts that were counted, which comes right before the hash. */
  async function attempts(): Promise<number> {
    const [row] = await world.sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM login_failures WHERE key LIKE 'account:password:%'`,
    );
    return row?.count ?? 0;
  }

  it('gives each address its turn: a right login passes a flood of wrong ones', async () => {
    const { email, password } = await person();
    const before = logins().length;
    const release = await holdAttempts();
    const flood = Array.from({ length: ADDRESSES * EACH }, (_, count) =>
      login(`127.0.0.${50 + (count % ADDRESSES)}`, `nobody-${count}@example.test`, 'wrong'),
    );
    await arrived();
    const right = login('127.0.0.60', email, password);
    await arrived();
    await release();
    await until(() => right.statuses.length > 0);
    expect(right.statuses).toEqual([200]);
    // Those that had their turn already, and a round of all addresses; not the hundred that waited.
    const answers = logins().slice(before);
    expect(answers.findIndex(({ status }) => status === 200)).toBeLessThan((ADDRESSES * EACH) / 2);
    await until(() => answered(flood) === flood.length);
    for (const client of flood) client.close();
    expect(new Set(flood.flatMap(({ statuses }) => statuses))).toEqual(new Set([401]));
  });

  it('computes nothing for clients that have gone', async () => {
    const { email, password } = await person();
    await world.sql.query(`DELETE FROM login_failures`);
    const release = await holdAttempts();
    const flood = Array.from({ length: EACH }, (_, count) =>
      login('127.0.0.70', `gone-${count}@example.test`, 'wrong'),
    );
    await arrived();
    for (const client of flood) client.close();
    // From the same address, so it comes after all of them.
    const last = login('127.0.0.70', email, password);
    await arrived();
    await release();
    await until(() => last.statuses[0] === 200);
    expect(await attempts()).toBeLessThan(EACH / 2);
  });

  it('is bounded for each address', async () => {
    await world.sql.query(`DELETE FROM login_failures`);
    const flood = Array.from({ length: 200 }, (_, count) => login('127.0.0.80', `many-${count}@example.test`, 'wrong'));
    await until(() => answered(flood) === flood.length);
    const refused = flood.filter(({ statuses }) => statuses[0] === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.answer).toMatch(/^retry-after: 5\r$/im);
    for (const client of flood) client.close();
  });
});
