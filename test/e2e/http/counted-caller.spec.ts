import http from 'node:http';
import { json } from 'node:stream/consumers';
import type { ApiClient, ApiResponse, Json } from '../../support/api/api-client.js';
import { roomInHour } from '../../support/service/room-in-hour.js';
import type { LogLine } from '../../support/service/running-process.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const STANDARD = 15;
const PROFESSIONAL = 200;
const FORGED_KEY = `amk_${'x'.repeat(49)}`;

const limits = ({ headers }: ApiResponse): [limit: number, remaining: number] => [
  Number(headers.get('x-ratelimit-limit')),
  Number(headers.get('x-ratelimit-remaining')),
];

/** Requests that end at every place where one can, and what they are answered. */
const MISTAKES: [status: number, name: string, send: (api: ApiClient) => Promise<ApiResponse>][] = [
  [400, 'broken JSON', (api) => api.post('/chat/sessions', '{broken')],
  [400, 'too many fields', (api) => api.post('/chat/sessions', `{${'"a":1,'.repeat(300)}"a":1}`)],
  [400, 'broken JSON for a public route', (api) => api.post('/auth/login', '{broken')],
  [400, 'an unknown query parameter', (api) => api.get('/users/me?verbose=1')],
  [400, 'a wrong field', (api) => api.post('/chat/sessions', { copilot_type: 'pilot' })],
  [401, 'a wrong password', (api) => api.post('/auth/login', { email: 'a@example.test', password: 'x' })],
  [403, 'a permission that is missing', (api) => api.get('/audit-events')],
  [404, 'no such route', (api) => api.get('/nowhere')],
  [404, 'no such route, HEAD', (api) => api.request('HEAD', '/nowhere')],
  [404, 'an ill-formed id', (api) => api.get('/documents/nonsense')],
  [405, 'a wrong method', (api) => api.request('PUT', '/users/me')],
  [405, 'OPTIONS', (api) => api.request('OPTIONS', '/users/me')],
  [406, 'an Accept without JSON', (api) => api.get('/users/me', { accept: 'text/csv' })],
  [413, 'a body of 2 MiB', (api) => api.post('/chat/sessions', { title: 'x'.repeat(2 * 1024 * 1024) })],
  [414, 'a long address', (api) => api.get(`/documents?q=${'x'.repeat(9000)}`)],
  [415, 'a wrong content type', (api) => api.post('/chat/sessions', 'x', { 'content-type': 'text/plain' })],
  [431, 'too many headers', (api) => api.get('/users/me', manyHeaders())],
  [200, 'the description', (api) => api.get('/openapi.json')],
];

function manyHeaders(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 101 }, (_, number) => [`x-${number}`, '1']));
}

describe('whom a request counts for', () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await startWorld({
      env: { RATE_LIMIT_STANDARD: String(STANDARD), RATE_LIMIT_PROFESSIONAL: String(PROFESSIONAL) },
    });
  });
  beforeEach(roomInHour);
  afterEach(() => world.stop());

  const makeUser = async (plan: 'standard' | 'professional') =>
    world.identity.user({ organization: await world.identity.organization({ plan }), role: 'engineer' });

  it('records no refusal beyond the limit', async () => {
    const user = await makeUser('standard');
    const { api } = await world.signIn(user);
    const statuses: number[] = [];
    for (let sent = 0; sent < STANDARD + 5; sent += 1) {
      statuses.push((await api.post('/users', { email: 'a@example.test', name: 'A', role: 'viewer' })).status);
    }
    expect(statuses.slice(STANDARD)).toEqual([429, 429, 429, 429, 429]);
    const [recorded] = await world.sql.query<{ count: number }>(
      `SELECT count(*)::int FROM audit_records WHERE organization_id = $1 AND result = 'failure'`,
      [user.organizationId],
    );
    expect(recorded).toEqual({ count: statuses.filter((status) => status === 403).length });
  });

  it('is the organization of a valid credential, even when the request is otherwise invalid', async () => {
    const user = await makeUser('professional');
    const { accessToken, api: bearer } = await world.signIn(user);
    const { key } = await world.identity.apiKey(user, { scopes: ['document.view', 'chat.use'] });
    let remaining = PROFESSIONAL;
    for (const api of [bearer, world.api.withKey(key)]) {
      for (const [status, name, send] of MISTAKES) {
        const response = await send(api);
        remaining -= 1;
        expect([name, response.status, limits(response)]).toEqual([name, status, [PROFESSIONAL, remaining]]);
      }
    }
    for (const headers of [
      { authorization: `Bearer ${accessToken}`, 'x-api-key': FORGED_KEY },
      { authorization: 'Bearer forged', 'x-api-key': key },
      { authorization: `Bearer ${accessToken}`, 'x-api-key': key },
    ]) {
      const both = await world.api.get('/users/me', headers);
      remaining -= 1;
      expect([both.status, limits(both)]).toEqual([400, [PROFESSIONAL, remaining]]);
    }
    // The login was the only request of the address.
    expect(limits(await world.api.get('/nowhere'))).toEqual([STANDARD, STANDARD - 2]);
  });

  it('gets 429 for each of them when nothing is left', async () => {
    const user = await makeUser('standard');
    const api = world.api.withKey((await world.identity.apiKey(user)).key);
    await Promise.all(Array.from({ length: STANDARD }, () => api.get('/users/me')));
    for (const [, name, send] of MISTAKES) {
      const { status, headers } = await send(api);
      expect([name, status, headers.get('x-ratelimit-remaining')]).toEqual([name, 429, '0']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const anonymous = await world.api.get('/nowhere');
    expect([anonymous.status, limits(anonymous)]).toEqual([404, [STANDARD, STANDARD - 1]]);
  });

  it('is the address without a good credential, and the organization whose id is known is spared', async () => {
    const user = await makeUser('professional');
    const { accessToken } = await world.signIn(user);
    const { key: foreign } = await world.identity.apiKey(user, { allowedCidrs: ['203.0.113.0/24'] });
    const { key: expired } = await world.identity.apiKey(user, { expiresAt: new Date(Date.now() - 1000) });
    let remaining = STANDARD - 1;
    const sent: Record<string, string>[] = [
      {},
      { 'x-api-key': FORGED_KEY },
      { 'x-api-key': expired },
      { 'x-api-key': foreign },
      { authorization: `Bearer ${accessToken.slice(0, -4)}AAAA` },
      { authorization: `Bearer ${accessToken} more` },
    ];
    for (const headers of sent) {
      const response = await world.api.post('/auth/password/forgot', '{broken', headers);
      remaining -= 1;
      expect([response.status, limits(response)]).toEqual([400, [STANDARD, remaining]]);
    }
    expect(limits(await world.api.withBearer(accessToken).get('/users/me'))).toEqual([PROFESSIONAL, PROFESSIONAL - 1]);
  });

  it('costs no statement without a credential that could be good', async () => {
    const sent: Record<string, string>[] = [
      {},
      { 'x-api-key': 'x' },
      { authorization: 'Basic eDp5' },
      { authorization: 'Bearer x.y.z' },
    ];
    for (const headers of sent) {
      await world.api.get('/nowhere', headers);
      await world.api.post('/auth/refresh', '{broken', headers);
    }
    const lines = (): LogLine[] => world.service.logs().filter(({ status }) => status === 400 || status === 404);
    await until(() => lines().length >= 8);
    expect(lines().map(({ db_queries }) => db_queries)).toEqual(Array(8).fill(0));
  });

  it('counts the pages that describe the service, and no probe', async () => {
    const answers: ApiResponse[] = [];
    for (const path of ['/docs', '/openapi.json', '/openapi.yaml', '/healthz', '/readyz', '/nowhere'])
      answers.push(await world.api.get(path));
    const left = answers.map((answer) => STANDARD - limits(answer)[1]);
    expect(left).toEqual([1, 2, 3, 3, 3, 4]);
  });
});

describe('a credential', () => {
  let world: TestWorld;
  let token: string;
  let key: string;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    const { accessToken, user } = await world.signIn();
    [token, key] = [accessToken, (await world.identity.apiKey(user)).key];
  });
  afterAll(() => world.stop());

  /** As they are: fetch would join repeated headers. */
  const answerTo = async (...headers: string[]): Promise<[status: number | undefined, field: string | undefined]> => {
    const url = `${world.service.baseUrl}/api/v1/users/me`;
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const host = new URL(url).host;
      http.get(url, { headers: ['Host', host, ...headers] }, resolve).once('error', reject);
    });
    const { error } = (await json(response)) as Json;
    return [response.statusCode, error?.details.field];
  };

  it.each([
    ['Bearer TOKEN', 200],
    ['bearer TOKEN', 200],
    ['Bearer   TOKEN', 200],
    ['Bearer TOKEN extra', 401],
    ['Bearer TOKEN TOKEN', 401],
    ['Bearer TOKEN,', 401],
    ['Bearer TOKEN, Bearer TOKEN', 401],
    ['Bearer "TOKEN"', 401],
    ['Bearer token=TOKEN', 401],
    ['BearerTOKEN', 401],
    ['Bearer', 401],
    ['TOKEN', 401],
    ['Token TOKEN', 401],
    ['Basic TOKEN', 401],
    [`x${'x'.repeat(15_000)}`, 401],
  ])('of the form %.40s is answered %i', async (form, status) => {
    expect(await answerTo('Authorization', form.replaceAll('TOKEN', token))).toEqual([status, undefined]);
  });

  it('is sent once, and alone', async () => {
    const bearer = `Bearer ${token}`;
    expect(await answerTo('Authorization', bearer, 'authorization', bearer)).toEqual([400, 'Authorization']);
    expect(await answerTo('Authorization', bearer, 'Authorization', 'Bearer x')).toEqual([400, 'Authorization']);
    expect(await answerTo('X-API-Key', key, 'x-api-key', key)).toEqual([400, 'X-API-Key']);
    expect(await answerTo('X-API-Key', key, 'Authorization', 'Basic eDp5')).toEqual([400, 'Authorization']);
    expect(await answerTo('X-API-Key', key, 'Authorization', '')).toEqual([400, 'Authorization']);
    expect(await answerTo('X-API-Key', '', 'Authorization', bearer)).toEqual([400, 'Authorization']);
    expect(await answerTo('X-API-Key', key)).toEqual([200, undefined]);
  });
});
