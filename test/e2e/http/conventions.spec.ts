import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('conventions of every route', () => {
  let world: TestWorld;
  let engineer: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    engineer = await world.signIn({ role: 'engineer' });
  });
  afterAll(() => world.stop());

  it('answers the same under /v1 and /api/v1', async () => {
    for (const path of ['/users/me', '/api-keys?limit=1', '/nowhere', '/api-keys/nonsense']) {
      const [canonical, short] = [await engineer.api.get(`/api/v1${path}`), await engineer.api.get(`/v1${path}`)];
      expect(short.status).toBe(canonical.status);
      expect({ ...short.body, meta: null }).toEqual({ ...canonical.body, meta: null });
    }
    const signIn = await world.api.post('/v1/auth/login', {
      email: engineer.user.email,
      password: engineer.user.password,
    });
    expect(signIn.status).toBe(200);
  });

  it('answers nothing beside the bases', async () => {
    for (const path of ['/', '/users/me', '/v2/users/me', '/api/v2/users/me', '/v1', '/api/v1/', '/api/users/me']) {
      const response = await fetch(world.service.baseUrl + path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
    }
  });

  it.each(['trace-1', 'A.b_c-9', 'x'.repeat(128)])('echoes the request id %s', async (id) => {
    const { body, headers } = await engineer.api.get('/users/me', { 'x-request-id': id });
    expect(body.meta.request_id).toBe(id);
    expect(headers.get('x-request-id')).toBe(id);
  });

  it.each(['', 'with space', 'x'.repeat(129), 'a/b', '<script>', 'a"b', 'é'])(
    'makes a request id of its own for the ill-formed one %j',
    async (id) => {
      const { body } = await engineer.api.get('/users/me', { 'x-request-id': id });
      expect(body.meta.request_id).toMatch(/^req_[0-9a-z]{26}$/);
    },
  );

  it('answers 404 with the envelope for an unknown route', async () => {
    for (const api of [world.api, engineer.api]) {
      const { status, body } = await api.get('/nowhere');
      expect(status).toBe(404);
      expect(body.error.details).toEqual({ resource: 'route' });
    }
  });

  it.each(['/users/me/', '/documents/', '/healthz/', '/api-keys/key_01h455vb4pex5vsknk084sn02q/'])(
    'takes %s for another path, with nothing at it',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body, headers } = await engineer.api.request(method, path);
        expect([method, status, body.error.code]).toEqual([method, 404, 'NOT_FOUND']);
        expect(headers.has('allow')).toBe(false);
      }
    },
  );

  it.each([
    ['PUT', '/users/me', 'GET, HEAD, PATCH'],
    ['GET', '/auth/login', 'POST'],
    ['DELETE', '/api-keys', 'GET, HEAD, POST'],
    ['POST', '/api-keys/key_01h455vb4pex5vsknk084sn02q', 'DELETE, GET, HEAD, PATCH'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['PATCH', '/v1/auth/sessions', 'DELETE, GET, HEAD'],
    ['OPTIONS', '/users/me', 'GET, HEAD, PATCH'],
  ])('answers 405 to %s %s and says what is allowed', async (method, path, allow) => {
    const { status, body, headers } = await engineer.api.request(method, path);
    expect(status).toBe(405);
    expect(body.error.code).toBe('METHOD_NOT_ALLOWED');
    expect(headers.get('allow')).toBe(allow);
  });

  it.each(['text/html', 'application/xml, text/*;q=0.5', 'application/json;q=0', '*/*, application/json;q=0'])(
    'answers 406 to a client that accepts %s alone',
    async (accept) => {
      const { status, body } = await engineer.api.get('/users/me', { accept });
      expect(status).toBe(406);
      expect(body.error.code).toBe('NOT_ACCEPTABLE');
    },
  );

  it('does nothing for a client that could not read the answer', async () => {
    const { api, user } = await world.signIn();
    expect((await api.patch('/users/me', { name: 'Other' }, { accept: 'image/png' })).status).toBe(406);
    expect((await api.get('/users/me')).body.data.name).toBe(user.name);
  });

  it.each(['*/*', 'application/*', 'text/html, application/json;q=0.1', 'APPLICATION/JSON', 'text/html,*/*;q=0.8'])(
    'answers a client that accepts %s',
    async (accept) => {
      expect((await engineer.api.get('/users/me', { accept })).status).toBe(200);
    },
  );

  it('answers HEAD as GET without the body', async () => {
    const { status, text, headers } = await engineer.api.request('HEAD', '/users/me');
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('etag')).toMatch(/^"\d+"$/);
  });

  it('adds debugging facts for administrators who ask, and for nobody else', async () => {
    const admin = await world.signIn({ role: 'admin' });
    const asked = await admin.api.get('/users/me', { 'x-debug': 'true' });
    expect(asked.body.meta.debug).toEqual({ duration_ms: expect.any(Number), db_queries: expect.any(Number) });
    expect(asked.body.meta.debug.db_queries).toBeLessThanOrEqual(2);
    expect((await admin.api.get('/users/me')).body.meta).not.toHaveProperty('debug');
    expect((await engineer.api.get('/users/me', { 'x-debug': 'true' })).body.meta).not.toHaveProperty('debug');
    expect((await world.api.get('/users/me', { 'x-debug': 'true' })).body.meta).not.toHaveProperty('debug');
  });

  it('sends security headers with every answer', async () => {
    for (const path of ['/users/me', '/nowhere', '/healthz', '/docs']) {
      const { headers } = await engineer.api.get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.stringMatching(/max-age=\d+/),
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(headers.has('x-powered-by')).toBe(false);
    }
  });
});
