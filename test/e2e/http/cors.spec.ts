import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import type { ApiResponse } from '../../support/api/api-client.js';

const OURS = 'https://app.example.test';
const OTHERS = [
  'https://evil.test',
  'http://app.example.test',
  'https://app.example.test:8443',
  'null',
  'https://x.app.example.test',
];

/** Names of a response's headers as they are on the wire, in lower case; cookies may repeat and are left out. */
async function rawHeaderNames(url: string, headers: Record<string, string>): Promise<string[]> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  response.resume();
  const names = response.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return names.filter((name) => name !== 'set-cookie');
}

describe('browsers and proxies', () => {
  let world: TestWorld;
  let engineer: SignedIn;
  beforeAll(async () => {
    world = await startWorld({
      env: { CORS_ORIGINS: `${OURS}, http://localhost:8080`, TRUST_PROXY: '127.0.0.1/32', UPLOAD_MAX_BYTES: '2097152' },
    });
    engineer = await world.signIn({ role: 'manager' });
  });
  afterAll(() => world.stop());

  const preflight = (path: string, origin: string): Promise<ApiResponse> =>
    world.api.request('OPTIONS', path, {
      headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'if-match' },
    });
  const allowed = ({ headers }: ApiResponse): string | null => headers.get('access-control-allow-origin');

  it('answers preflights of the listed origins, without credentials and uncounted', async () => {
    const before = Number((await world.api.get('/healthz')).headers.get('x-ratelimit-remaining'));
    const answer = await preflight('/users/me', OURS);
    expect([answer.status, answer.text, allowed(answer)]).toEqual([204, '', OURS]);
    const { headers } = answer;
    expect(headers.get('access-control-allow-methods')?.split(', ')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    );
    const names = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    for (const name of [
      'authorization',
      'x-api-key',
      'content-type',
      'idempotency-key',
      'if-match',
      'x-request-id',
      'x-client-name',
      'last-event-id',
      'range',
    ])
      expect(names).toContain(name);
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toMatch(/\borigin\b/i);
    expect(allowed(await preflight('/oauth/clients', 'http://localhost:8080'))).toBe('http://localhost:8080');
    expect(allowed(await preflight('/oauth/token', OURS))).toBe(OURS);
    expect(Number((await world.api.get('/healthz')).headers.get('x-ratelimit-remaining'))).toBe(before);
  });

  it.each(OTHERS)('tells pages of %s nothing', async (origin) => {
    const answer = await preflight('/users/me', origin);
    expect([answer.status, answer.body.error.code, allowed(answer)]).toEqual([405, 'METHOD_NOT_ALLOWED', null]);
    expect(answer.headers.get('access-control-allow-methods')).toBeNull();
    expect(answer.headers.get('vary')).toMatch(/\borigin\b/i);
    const read = await engineer.api.get('/users/me', { origin });
    expect([read.status, allowed(read)]).toEqual([200, null]);
  });

  it('lets them read every answer and its headers, refusals and streams included', async () => {
    const answers = [
      await engineer.api.get('/users/me', { origin: OURS }),
      await world.api.get('/users/me', { origin: OURS }),
      await engineer.api.get('/nowhere', { origin: OURS }),
      await engineer.api.get('/documents/doc_x', { origin: OURS }),
      await engineer.api.post('/api-keys', '{broken', { origin: OURS }),
      await engineer.api.request('PUT', '/users/me', { headers: { origin: OURS } }),
      await engineer.api.get(`/documents?q=${'x'.repeat(9000)}`, { origin: OURS }),
      await world.api.request('POST', '/oauth/token', {
        headers: { origin: OURS },
        body: new URLSearchParams({ client_id: 'x' }),
      }),
      await world.api.get('/oauth/userinfo', { origin: OURS }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 404, 400, 405, 414, 401, 401]);
    for (const answer of answers) expect([answer.status, allowed(answer)]).toEqual([answer.status, OURS]);
    const exposed = answers[0]?.headers.get('access-control-expose-headers')?.toLowerCase().split(', ');
    for (const name of [
      'x-request-id',
      'x-ratelimit-remaining',
      'etag',
      'retry-after',
      'idempotent-replayed',
      'location',
      'deprecation',
      'sunset',
      'link',
      'x-revision-status',
      'content-disposition',
    ])
      expect(exposed).toContain(name);
    const stream = await fetch(`${world.service.baseUrl}/api/v1/notifications/stream`, {
      headers: { origin: OURS, accept: 'text/event-stream', authorization: `Bearer ${engineer.accessToken}` },
    });
    expect([stream.status, stream.headers.get('access-control-allow-origin')]).toEqual([200, OURS]);
    await stream.body?.cancel();
  });

  it.each(OTHERS)('keep what OAuth endpoints answer from pages of %s', async (origin) => {
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/userinfo']) {
      const asked = await preflight(path, origin);
      const answer = await world.api.request('POST', path, {
        headers: { origin },
        body: new URLSearchParams({ client_id: 'x' }),
      });
      expect([path, asked.status, allowed(asked), allowed(answer)]).toEqual([path, 405, null, null]);
      expect(answer.headers.get('access-control-expose-headers')).toBeNull();
    }
  });

  it('lets every page read the public metadata', async () => {
    for (const document of ['openid-configuration', 'oauth-authorization-server', 'jwks.json']) {
      for (const origin of [OURS, 'https://evil.test']) {
        const answer = await world.api.get(`/.well-known/${document}`, { origin });
        expect([document, answer.status, allowed(answer)]).toEqual([document, 200, '*']);
      }
    }
  });

  it('send no header twice', async () => {
    const paths = [
      ...['/.well-known/openid-configuration', '/.well-known/jwks.json', '/docs', '/openapi.json', '/nowhere'],
      ...['/oauth/userinfo', '/oauth/authorize?client_id=x', '/oauth/interaction/x', '/oauth/end_session'].map(
        (path) => `/api/v1${path}`,
      ),
      ...['/users/me', '/documents', '/nowhere'].map((path) => `/api/v1${path}`),
    ];
    for (const path of paths) {
      const names = await rawHeaderNames(`${world.service.baseUrl}${path}`, { origin: OURS });
      expect([path, names.filter((name, index) => names.indexOf(name) !== index)]).toEqual([path, []]);
    }
  });

  it.each([
    '/api/v1/oauth/authorize?client_id=x',
    '/v1/oauth/interaction/x',
    '/docs',
    '/api/v1/notifications/unsubscribe',
  ])('lets nobody read the page %s', async (path) => {
    const answer = await world.api.get(path, { origin: OURS });
    expect([answer.status < 500, allowed(answer)]).toEqual([true, null]);
  });

  it('believes the proxy named what it says of the client, and the client nothing', async () => {
    const user = await world.identity.user();
    const addressAfter = async (forwarded: string): Promise<string> => {
      const login = await world.api.post(
        '/auth/login',
        { email: user.email, password: user.password },
        { 'x-forwarded-for': forwarded },
      );
      const sessions = await world.api.withBearer(login.body.data.access_token as string).get('/auth/sessions');
      return (sessions.body.data as { current: boolean; ip: string }[]).find(({ current }) => current)?.ip ?? '';
    };
    expect(await addressAfter('203.0.113.7')).toBe('203.0.113.7');
    // Entries before the proxy's own are claims of the client.
    expect(await addressAfter('198.51.100.1, 203.0.113.8')).toBe('203.0.113.8');
  });
});
