import { startWorld, type TestWorld } from '../../../support/service/test-world.js';
import type { ApiResponse } from '../../../support/api/api-client.js';

const statuses = (answers: ApiResponse[]): number[] => answers.map(({ status }) => status).sort();

describe('failed logins', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());
  // Every test comes from the same address, whose own limit is the subject of the last only.
  afterEach(() => world.sql.query(`DELETE FROM login_failures WHERE key LIKE 'address:%'`));

  async function fail(email: string, times: number): Promise<ApiResponse[]> {
    const answers: ApiResponse[] = [];
    for (let count = 0; count < times; count += 1) {
      answers.push(await world.login({ email, password: `wrong ${count}` }));
    }
    return answers;
  }

  it('close an account after ten of them, for the right password too', async () => {
    const user = await world.identity.user();
    expect(statuses(await fail(user.email, 10))).toEqual(Array(10).fill(401));

    const { status, headers, body } = await world.login(user);
    expect(status).toBe(429);
    expect(body.error.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(body.error.details).toMatchObject({ limit: 10, window_seconds: 900 });
    const retryAfter = Number(headers.get('retry-after'));
    expect(retryAfter).toBe(body.error.details.retry_after);
    expect(retryAfter).toBeGreaterThan(800);
    expect(retryAfter).toBeLessThanOrEqual(900);
  });

  it('close an account that does not exist in the same way', async () => {
    const user = await world.identity.user();
    const [known, unknown] = [await fail(user.email, 11), await fail(`nobody-${user.email}`, 11)];
    const shape = ({ status, headers, body }: ApiResponse): unknown => ({
      status,
      code: body.error.code,
      keys: Object.keys(body.error.details as object),
      headers: [...headers.keys()].filter((name) => name !== 'content-length').sort(),
    });
    expect(unknown.map(shape)).toEqual(known.map(shape));
    expect(unknown[10]?.status).toBe(429);
  });

  it('share one count for an address in any case', async () => {
    const user = await world.identity.user();
    await fail(user.email.toUpperCase(), 10);
    expect((await world.login(user)).status).toBe(429);
  });

  it('are forgotten at a successful login', async () => {
    const user = await world.identity.user();
    await fail(user.email, 9);
    expect((await world.login(user)).status).toBe(200);
    await fail(user.email, 9);
    expect((await world.login(user)).status).toBe(200);
  });

  it('are forgotten after fifteen minutes', async () => {
    const user = await world.identity.user();
    await fail(user.email, 10);
    await world.sql.query(`UPDATE login_failures SET expire = expire - 900000`);
    expect((await world.login(user)).status).toBe(200);
  });

  it('cannot slip through in parallel: of thirty, ten are checked', async () => {
    const user = await world.identity.user();
    const guesses = Array.from({ length: 30 }, (_, count) => world.login({ ...user, password: `guess ${count}` }));
    expect(statuses(await Promise.all(guesses))).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
  });

  it('leave no e-mail address behind in the table of counters', async () => {
    const user = await world.identity.user();
    await fail(user.email, 1);
    const rows = await world.sql.query<{ key: string }>(`SELECT key FROM login_failures`);
    expect(JSON.stringify(rows)).not.toContain('@');
  });

  it('block a client address after a hundred of them, for any accounts', async () => {
    for (let batch = 0; batch < 4; batch += 1) {
      const attempts = Array.from({ length: 25 }, (_, count) =>
        world.login({ email: `stuffing-${batch}-${count}@example.test`, password: 'guess' }),
      );
      expect(statuses(await Promise.all(attempts))).toEqual(Array(25).fill(401));
    }
    const user = await world.identity.user();
    const { status, body } = await world.login(user);
    expect(status).toBe(429);
    expect(body.error.details).toMatchObject({ limit: 100 });
    // Further attempts from the address do not lock the account.
    expect(statuses(await fail(user.email, 12))).toEqual(Array(12).fill(429));
    await world.sql.query(`DELETE FROM login_failures WHERE key LIKE 'address:%'`);
    expect((await world.login(user)).status).toBe(200);
  });

  it('of one account wait for each other, and only so many', async () => {
    const user = await world.identity.user();
    const logins = await Promise.all(Array.from({ length: 200 }, () => world.login(user)));
    const refused = logins.filter(({ status }) => status === 503);
    expect(logins.filter(({ status }) => status === 200).length + refused.length).toBe(200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { reason: 'overload' } });
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    expect((await world.login(user)).status).toBe(200);
  });
});
