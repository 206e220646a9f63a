import { HeldRow } from '../../support/database/held-row.js';
import { parseMetrics } from '../../support/api/metrics-text.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import type { ApiResponse } from '../../support/api/api-client.js';

const TOKEN = 'a-token-of-the-tests-for-metrics';
const LIMITS = { DATABASE_POOL_SIZE: '5', LOAD_SHED_MAX_REQUESTS: '16', METRICS_TOKEN: TOKEN };

describe('too much at once', () => {
  let world: TestWorld;
  let caller: SignedIn;
  let other: SignedIn;
  beforeAll(async () => {
    world = await startWorld({
      env: { ...LIMITS, DATABASE_WAIT_SECONDS: '3', CORS_ORIGINS: 'https://app.example.test' },
    });
    [caller, other] = [await world.signIn(), await world.signIn()];
  });
  afterAll(() => world.stop());

  const rename = (): Promise<ApiResponse> => caller.api.patch('/users/me', { name: 'Renamed' });
  const reasonOf = ({ status, body }: ApiResponse): unknown[] => [status, body.error?.code, body.error?.details.reason];

  /** How many the service says that it turned away since its start, by reason. */
  async function countedShed(): Promise<Record<string, number>> {
    const answer = await fetch(`${world.service.baseUrl}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const { samples } = parseMetrics(await answer.text()).get('amks_http_shed_total')!;
    return Object.fromEntries(samples.map(({ labels, value }) => [labels.reason!, value]));
  }

  /** Routes that must work under any load. */
  async function expectAlive(): Promise<void> {
    const login = await world.login(other.user);
    const refreshed = await world.api.post('/auth/refresh', { refresh_token: login.body.data.refresh_token });
    const probes = await Promise.all(['/healthz', '/readyz'].map((path) => world.api.get(path)));
    const page = await world.api.get('/oauth/authorize?client_id=unknown');
    expect([login, refreshed, ...probes].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([page.status, page.headers.get('content-type')]).toEqual([400, expect.stringMatching(/^text\/html/)]);
  }

  it('a pool that others hold up is answered with 503 and Retry-After, and people still sign in', async () => {
    const held = await HeldRow.of(world.sql, 'users', caller.user.id);
    const stuck = Array.from({ length: 4 }, rename);
    await held.waiting(4);
    const answer = await other.api.get('/users/me');
    expect(reasonOf(answer)).toEqual([503, 'SERVICE_UNAVAILABLE', 'database']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectAlive();
    await held.release();
    expect((await Promise.all(stuck)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await other.api.get('/users/me')).status).toBe(200);
  });

  it('more requests than may be under way are turned away at once, uncounted, and people still sign in', async () => {
    await world.service.restart({ ...LIMITS, DATABASE_WAIT_SECONDS: '60', CORS_ORIGINS: 'https://app.example.test' });
    expect(await countedShed()).toEqual({});
    const held = await HeldRow.of(world.sql, 'users', caller.user.id);
    const turnedAway: ApiResponse[] = [];
    const all = Array.from({ length: 40 }, () =>
      rename().then((answer) => {
        if (answer.status === 503) turnedAway.push(answer);
        return answer;
      }),
    );
    await held.waiting(4);
    const answer = await world.api.get('/users/me', { origin: 'https://app.example.test' });
    expect(reasonOf(answer)).toEqual([503, 'SERVICE_UNAVAILABLE', 'overload']);
    const wait = answer.body.error.details.retry_after as number;
    expect([1, 2, 3, 4, 5]).toContain(wait);
    expect(answer.headers.get('retry-after')).toBe(String(wait));
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.test');
    const before = Number(answer.headers.get('x-ratelimit-remaining'));
    const again = await world.api.get('/users/me');
    expect([again.status, Number(again.headers.get('x-ratelimit-remaining'))]).toEqual([503, before]);
    await expectAlive();
    expect(turnedAway).toHaveLength(24);
    await held.release();
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(16);
    expect((await caller.api.get('/users/me')).status).toBe(200);
    // The two above are the others'.
    expect(await countedShed()).toEqual({ overload: 24 + 2 });
    // Shed requests are not logged as errors.
    const lines = world.service.logs().filter(({ status }) => status === 503);
    expect(lines.filter(({ level }) => level === 'info').length).toBeGreaterThanOrEqual(26);
  });

  it('requests are turned away while the event loop is behind, never those by which people sign in', async () => {
    await world.service.restart({ LOAD_SHED_EVENT_LOOP_MS: '1' });
    let shed: ApiResponse[] = [];
    while (shed.length === 0) {
      const answers = await Promise.all(Array.from({ length: 200 }, () => other.api.get('/users/me')));
      shed = answers.filter(({ status }) => status !== 200);
    }
    expect(reasonOf(shed[0]!)).toEqual([503, 'SERVICE_UNAVAILABLE', 'overload']);
    const flood = Promise.all(Array.from({ length: 200 }, () => other.api.get('/users/me')));
    await expectAlive();
    await flood;
  });

  it('a statement that waits too long for a lock, or takes too long, is answered with 503 and Retry-After', async () => {
    for (const name of ['DATABASE_LOCK_SECONDS', 'DATABASE_STATEMENT_SECONDS']) {
      await world.service.restart({ [name]: '2' });
      const held = await HeldRow.of(world.sql, 'users', caller.user.id);
      const answer = await rename();
      expect(reasonOf(answer)).toEqual([503, 'SERVICE_UNAVAILABLE', 'database_busy']);
      expect(answer.headers.get('retry-after')).toBe('1');
      await held.release();
      expect((await rename()).status).toBe(200);
    }
  });
});
