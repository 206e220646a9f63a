import type { ApiResponse } from '../../support/api/api-client.js';
import { roomInHour } from '../../support/service/room-in-hour.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const limits = ({ headers }: ApiResponse): { limit: number; remaining: number; reset: number } => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
});

describe('rate limits', () => {
  let world: TestWorld;
  // The limits are per process, so each test starts with a fresh one.
  beforeEach(async () => {
    world = await startWorld({
      env: {
        RATE_LIMIT_STANDARD: '6',
        RATE_LIMIT_PROFESSIONAL: '9',
        RATE_LIMIT_ENTERPRISE: '50',
        // Not where the tests come from.
        TRUST_PROXY: '192.0.2.0/24, 2001:db8::/32',
      },
    });
  });
  beforeEach(roomInHour);
  afterEach(() => world.stop());

  function expectExceeded(response: ApiResponse, limit: number): void {
    expect(response.status).toBe(429);
    expect(response.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
    const { reset } = limits(response);
    const retryAfter = Number(response.headers.get('retry-after'));
    expect(response.body.error.details).toEqual({ limit, window_seconds: 3600, retry_after: retryAfter });
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(3600);
    expect(limits(response)).toEqual({ limit, remaining: 0, reset });
    expect(Math.abs(Date.now() / 1000 + retryAfter - reset)).toBeLessThan(300);
  }

  it('count an organization by its plan, over all its users and credentials, and no other one', async () => {
    const organization = await world.identity.organization({ plan: 'professional' });
    const [one, two] = [await world.identity.user({ organization }), await world.identity.user({ organization })];
    const other = await world.identity.user({ organization: await world.identity.organization({ plan: 'standard' }) });
    const api = async (owner: typeof one) => world.api.withKey((await world.identity.apiKey(owner)).key);
    const { api: bearer } = await world.signIn(one);
    const [byKey, colleague, stranger] = [await api(one), await api(two), await api(other)];

    const first = await byKey.get('/users/me');
    expect(limits(first)).toMatchObject({ limit: 9, remaining: 8 });
    expect(limits(first).reset % 3600).toBe(0);
    await colleague.get('/users/me');
    await bearer.get('/nowhere-else');
    const answers = await Promise.all(Array.from({ length: 10 }, () => byKey.get('/users/me')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectExceeded(answer, 9);
    expectExceeded(await colleague.get('/users/me'), 9);
    expectExceeded(await bearer.get('/users/me'), 9);
    expect(limits(await stranger.get('/users/me'))).toMatchObject({ limit: 6, remaining: 5 });
  });

  it('count callers without credentials by address, for any response', async () => {
    const answers = [
      await world.api.get('/users/me'),
      await world.api.get('/nowhere'),
      await world.api.post('/auth/login', '{broken'),
      await world.api.request('PUT', '/users/me'),
      await world.api.withBearer('forged').get('/users/me'),
      await world.api.post('/auth/login', { email: 'a@example.test', password: 'x' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 400, 405, 401, 401]);
    expect(answers.map((answer) => limits(answer).remaining)).toEqual([5, 4, 3, 2, 1, 0]);
    expectExceeded(await world.api.get('/users/me'), 6);
    expectExceeded(await world.api.withKey('forged').get('/users/me'), 6);
    expectExceeded(await world.api.post('/auth/login', { email: 'a@example.test', password: 'x' }), 6);
    expectExceeded(await world.api.get('/openapi.json'), 6);
    for (const path of ['/healthz', '/readyz']) {
      const probe = await world.api.get(path);
      expect([path, probe.status, limits(probe).remaining]).toEqual([path, 200, 0]);
    }
  });

  it('believe X-Forwarded-For of no one but the proxies named', async () => {
    for (let count = 0; count < 6; count += 1)
      await world.api.get('/nowhere', { 'x-forwarded-for': `203.0.113.${count}` });
    expectExceeded(await world.api.get('/users/me', { 'x-forwarded-for': '203.0.113.99' }), 6);
  });
});
