import net from 'node:net';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import type { ApiResponse } from '../../support/api/api-client.js';

describe('bad input', () => {
  let world: TestWorld;
  let engineer: SignedIn;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    engineer = await world.signIn();
    admin = await world.signIn({ role: 'admin' });
  });
  // No input may cause an internal error. Lines without a request are of jobs, also those of other files.
  afterAll(async () => {
    const failures = world.service
      .logs()
      .filter(({ level, request_id }) => (level === 'error' && request_id !== undefined) || level === 'fatal');
    await world.stop();
    expect(failures).toEqual([]);
  });

  function expectInvalid({ status, body }: ApiResponse, field: string): void {
    expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error.details.field).toBe(field);
    expect(body.error.details.errors).toContainEqual({ field, issue: body.error.details.issue });
  }
  const patch = (body: unknown, headers?: Record<string, string>): Promise<ApiResponse> =>
    engineer.api.patch('/users/me', body, headers);

  it.each([
    ['half an object', '{"name": "x"'],
    ['no JSON', 'name=x'],
    ['a list', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
    ['single quotes', "{'name': 'x'}"],
    ['a comma too many', '{"name": "x",}'],
    ['not a number', '{"name": NaN}'],
    ['100,000 opening arrays', '['.repeat(100_000)],
    ['a raw line break in a string', '{"name": "a\nb"}'],
  ])('refuses a body of %s', async (_, body) => {
    expectInvalid(await patch(body), 'body');
    expectInvalid(await world.api.post('/auth/login', body), 'body');
  });

  it.each([
    ['in an unknown field', (deep: string) => `{"name":"x","more":${deep}}`],
    ['in a known one', (deep: string) => `{"name":${deep}}`],
  ])('refuses 100,000 closed arrays %s', async (_, wrap) => {
    const response = await patch(wrap('['.repeat(100_000) + ']'.repeat(100_000)));
    expect(response.status).toBe(400);
    const objects = await engineer.api.post('/api-keys', wrap('{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)), {
      'idempotency-key': 'deep',
    });
    expect(objects.status).toBe(400);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '$where', ''])(
    'refuses a field of the name %j',
    async (name) => {
      for (const value of ['1', '{"isAdmin":true}', '{"prototype":{"isAdmin":true}}']) {
        const { status } = await patch(`{"name":"x","${name}":${value}}`);
        expect([value, status]).toEqual([value, 400]);
      }
      expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    },
  );

  const fields = (count: number): string => Array.from({ length: count }, (_, key) => `"${key.toString(36)}":0`).join();
  it.each<[string, string, string]>([
    ['131,495 fields', `{${fields(131_495)}}`.slice(0, 1_048_000) + '"}', 'body'],
    ['201 fields', `{${fields(201)}}`, 'body'],
    ['201 fields inside', `{"filters":{${fields(201)}}}`, 'filters'],
    ['240,001 elements', `{"filters":{"document_ids":["a"${',"a"'.repeat(240_000)}]}}`, 'filters.document_ids'],
    ['1,001 elements', `{"filters":{"document_ids":["a"${',"a"'.repeat(1000)}]}}`, 'filters.document_ids'],
    [
      '10,001 values',
      `{"a":[${Array(11)
        .fill(`[1${',1'.repeat(950)}]`)
        .join()}]}`,
      'body',
    ],
    ['350,000 empty objects', `{"a":[{}${',{}'.repeat(340_000)}]}`, 'a'],
    ['a name of 1 MB', `{"${'x'.repeat(1_000_000)}":1}`, 'body'],
  ])('refuses %s, and says little about it', async (_, body, field) => {
    const responses = [
      await world.api.post('/auth/login', body),
      await engineer.api.post('/search/documents', body),
      await engineer.api.post('/chat/sessions', body),
    ];
    for (const response of responses) {
      expectInvalid(response, field);
      expect(response.text.length).toBeLessThan(2_000);
    }
  });

  it('names 20 fields that are wrong, and says how many there are', async () => {
    const { status, body } = await world.api.post('/auth/login', `{${fields(200)}}`);
    expect([status, body.error.details.errors.length, body.error.details.errors_total]).toEqual([400, 20, 202]);
    const parameters = Array.from({ length: 150 }, (_, key) => `p${key}=`).join('&');
    const query = (await engineer.api.get(`/users/me?${parameters}`)).body.error.details;
    expect([query.errors.length, query.errors_total]).toEqual([20, 150]);
  });

  it('refuses a query of too many parameters, or of one too often', async () => {
    const parameters = Array.from({ length: 1500 }, (_, key) => key.toString(36)).join('&');
    for (const path of ['/documents', '/search/suggest', '/audit-events']) {
      expectInvalid(await admin.api.get(`${path}?${parameters}`), 'query');
      expectInvalid(await admin.api.get(`${path}?${'q&'.repeat(1500)}`), 'q');
    }
  });

  it('refuses a form of more than 64 KiB, in the words of OAuth', async () => {
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x'.repeat(70_000) });
    const response = await fetch(`${world.service.baseUrl}/api/v1/oauth/token`, { method: 'POST', body: form });
    const { error } = (await response.json()) as { error: string };
    expect([response.status, error]).toEqual([413, 'invalid_request']);
  });

  it('refuses a body over 1 MiB and says how much is possible', async () => {
    const tooMuch = { name: 'x'.repeat(2 * 1024 * 1024) };
    const { status, body } = await engineer.api.patch('/users/me', tooMuch);
    expect(status).toBe(413);
    expect(body.error.code).toBe('PAYLOAD_TOO_LARGE');
    expect(body.error.details.max_bytes).toBe(1_048_576);
    // Of strangers it is not even measured.
    expect((await world.api.patch('/users/me', tooMuch)).status).toBe(401);
    expectInvalid(await patch({ name: 'x'.repeat(1_000_000) }), 'name');
  });

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'nonsense',
    'application/octet-stream',
  ])('refuses the content type %s and says what is possible', async (type) => {
    const { status, body } = await patch('{"name":"x"}', { 'content-type': type });
    expect(status).toBe(415);
    expect(body.error.details.supported).toEqual(['application/json']);
  });

  it('takes JSON with a parameter in its content type', async () => {
    expect((await patch('{"name":"x"}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
  });

  it.each([
    ['NUL', '\\u0000'],
    ['half a surrogate pair', '\\ud800'],
    ['the other half', '\\udfff'],
  ])('refuses %s in texts and in names of fields', async (_, escape) => {
    expectInvalid(await patch(`{"name":"a${escape}b"}`), 'name');
    expectInvalid(await patch(`{"a${escape}":"b"}`), 'body');
    expectInvalid(await world.api.post('/auth/login', `{"email":"a@example.test","password":"${escape}"}`), 'password');
    expectInvalid(await engineer.api.post('/api-keys', `{"name":"n","scopes":["${escape}"]}`), 'scopes.0');
  });

  it.each([
    '/api-keys?cursor=%00',
    '/api-keys/%00',
    '/api-keys/key_%00',
    '/auth/sessions/%00',
    '/documents/%00',
    '/documents?q=%00',
    '/documents?aircraft_type=%00',
    '/chat/sessions/%00',
  ])('answers NUL in the address %s as a mistake of the client', async (path) => {
    const { status } = await engineer.api.request(/sessions|keys\//.test(path) ? 'DELETE' : 'GET', path);
    expect([400, 404]).toContain(status);
  });

  it.each(['/api-keys/%zz', '/api-keys/%', '/api-keys/%c3%28', '/%e0%a4%a', '/users/me?x=%zz', '/users/me?%00=1'])(
    'answers the ill-formed address %s as a mistake of the client',
    async (path) => {
      const { status } = await engineer.api.get(path);
      expect([400, 404]).toContain(status);
    },
  );

  it('refuses queries and bodies where there are none', async () => {
    expectInvalid(await engineer.api.get('/users/me?verbose=1'), 'verbose');
    expectInvalid(await engineer.api.delete('/api-keys/key_01h455vb4pex5vsknk084sn02q?force=1'), 'force');
    expectInvalid(
      await engineer.api.request('DELETE', '/api-keys/key_01h455vb4pex5vsknk084sn02q', { body: { a: 1 } }),
      'a',
    );
  });

  it.each([
    '0000-01-01T00:00:00Z',
    '2026-01-01T00:00:00%2B23:59',
    '9999-12-31T23:59:59-12:00',
    '0001-01-01T00:00:00%2B01:00',
  ])('refuses the time %s', async (time) => {
    expectInvalid(await engineer.api.get(`/documents?updated_since=${time}`), 'updated_since');
    const expires_at = decodeURIComponent(time);
    const key = await engineer.api.post('/api-keys', { name: 'n', scopes: ['document.view'], expires_at });
    expectInvalid(key, 'expires_at');
  });

  it('answers what is no HTTP at all, and headers without end, and lives', async () => {
    const { port } = new URL(world.service.baseUrl);
    const send = (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        let answer = '';
        const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text));
        socket.on('data', (chunk) => (answer += chunk.toString()));
        socket.on('close', () => resolve(answer)).on('error', reject);
      });
    const answer = await send('nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"INVALID_REQUEST"/s);
    expect(answer).toMatch(/^X-Content-Type-Options: nosniff\r\n/m);
    const long = `GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(64 * 1024)}\r\n\r\n`;
    expect(await send(long)).toMatch(/^HTTP\/1\.1 431 .*"HEADERS_TOO_LARGE"/s);
    expect((await engineer.api.get('/users/me')).status).toBe(200);
  });
});
