import type { ApiResponse } from '../../support/api/api-client.js';
import { ApiClient } from '../../support/api/api-client.js';
import { EventStreamClient } from '../../support/api/event-stream.js';
import { describeWithRedis, startRedis, type TestRedis } from '../../support/peers/redis-server.js';
import { roomInHour } from '../../support/service/room-in-hour.js';
import { startService, type TestService } from '../../support/service/test-service.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const LIMIT = 40;

describeWithRedis('rate limits of several nodes', () => {
  let redis: TestRedis;
  let world: TestWorld;
  let second: TestService;

  beforeAll(async () => {
    redis = await startRedis();
    const env = { REDIS_URL: redis.url, REDIS_PREFIX: 'nodes:', RATE_LIMIT_PROFESSIONAL: String(LIMIT) };
    world = await startWorld({ env });
    second = await startService({ env, beside: world.service });
  });
  beforeEach(roomInHour);
  afterAll(async () => {
    await second.stop();
    await world.stop();
    await redis.stop();
  });

  /** The same caller on both nodes, of an organization that has asked for nothing yet. */
  const caller = async (): Promise<[ApiClient, ApiClient]> => {
    const organization = await world.identity.organization({ plan: 'professional' });
    const { key } = await world.identity.apiKey(await world.identity.user({ organization }));
    return [world.api.withKey(key), new ApiClient(() => second.baseUrl).withKey(key)];
  };
  const ask = (apis: readonly ApiClient[], count: number): Promise<ApiResponse[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => apis[index % apis.length]!.get('/users/me')));
  const admitted = (answers: readonly ApiResponse[]): number => answers.filter(({ status }) => status === 200).length;
  const said = (service: TestService, part: string): number =>
    service.logs().filter(({ context, msg }) => context === 'RateLimits' && String(msg).startsWith(part)).length;
  /** Until each has noticed that Redis is back. */
  const untilShared = async (...services: TestService[]): Promise<void> => {
    for (const service of services) {
      await until(
        async () => {
          await fetch(`${service.baseUrl}/readyz`);
          return said(service, 'Redis cannot') - said(service, 'Redis is back');
        },
        (lost) => lost === 0,
      );
    }
  };

  it('are exact under parallel requests to both', async () => {
    const apis = await caller();
    const answers = await ask(apis, 3 * LIMIT);
    expect(admitted(answers)).toBe(LIMIT);
    const remaining = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => b - a);
    expect(remaining.slice(0, LIMIT)).toEqual(Array.from({ length: LIMIT }, (_, index) => LIMIT - 1 - index));
    for (const { status, body, headers } of answers.filter(({ status }) => status !== 200)) {
      expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(said(world.service, 'Redis cannot') + said(second, 'Redis cannot')).toBe(0);
  });

  it('go on from the last count on each node while Redis is killed, with requests under way, and come together again', async () => {
    const apis = await caller();
    await ask(apis, 20);
    const underWay = ask(apis, 10);
    await redis.kill();
    for (const { status } of await underWay) expect(status).toBe(200);
    // Each node knows of at least the 10 that it has answered itself.
    const alone = await Promise.all(apis.map((api) => ask([api], LIMIT)));
    for (const answers of alone) {
      expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 429)).toBe(true);
      expect(admitted(answers)).toBeLessThanOrEqual(LIMIT - 15);
      expect(admitted(answers)).toBeGreaterThan(0);
    }
    expect((await world.api.get('/readyz')).status).toBe(200);
    expect([world.service, second].map((service) => said(service, 'Redis cannot'))).toEqual([1, 1]);

    await redis.start();
    await untilShared(world.service, second);
    expect([world.service, second].map((service) => said(service, 'Redis is back'))).toEqual([1, 1]);
    // Both have used up what is left, and fresh organizations are counted together again.
    expect(admitted(await ask(apis, 4))).toBe(0);
    expect(admitted(await ask(await caller(), 2 * LIMIT))).toBe(LIMIT);
  });

  it('hold and are shown on every kind of response while Redis hangs, and stopping does not wait for it', async () => {
    const apis = await caller();
    const { accessToken } = await world.signIn();
    await ask(apis, 10);
    redis.hang();
    const [, other] = apis;
    const hung = await ask(apis, 10);
    expect(admitted(hung)).toBe(10);
    const stream = await EventStreamClient.open(`${second.baseUrl}/api/v1/notifications/stream`, {
      token: accessToken,
    });
    expect(stream.response.statusCode).toBe(200);
    expect(stream.response.headers).toMatchObject({ 'x-ratelimit-limit': expect.stringMatching(/^\d+$/) as string });
    stream.close();
    // The client of the tests holds every response against the headers that all must have.
    const anonymous = new ApiClient(() => second.baseUrl);
    await world.sql.query('ALTER TABLE sessions RENAME TO sessions_away');
    const failed = await anonymous.withBearer(accessToken).get('/users/me');
    await world.sql.query('ALTER TABLE sessions_away RENAME TO sessions');
    const exceeded = (await ask([other], 2 * LIMIT)).find(({ status }) => status !== 200);
    const kinds = [
      await anonymous.get('/users/me'),
      await anonymous.get('/nowhere'),
      await anonymous.post('/auth/login', '{broken'),
      exceeded,
      failed,
      await anonymous.get('/healthz'),
    ];
    expect(kinds.map((answer) => answer?.status)).toEqual([401, 404, 400, 429, 500, 200]);

    expect(await second.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    redis.resume();
    await second.restart();
    await untilShared(world.service);
    expect(admitted(await ask(await caller(), 2 * LIMIT))).toBe(LIMIT);
  });
});
