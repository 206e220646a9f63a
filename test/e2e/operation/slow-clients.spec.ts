import { RawClient } from '../../support/api/raw-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

/** Far longer than a slow machine takes for what is sent at once. */
const TIMEOUT_MS = 4_000;
const PAUSE_MS = 200;

interface Refusal {
  error: { code: string; details: object };
  meta: { request_id: string };
}

/** Requests that are left, by the headers of the answer. */
function leftFor(answer: string): number {
  const [head = ''] = answer.split('\r\n\r\n');
  for (const name of ['limit', 'remaining', 'reset'])
    expect(head).toMatch(new RegExp(`^x-ratelimit-${name}: \\d+$`, 'im'));
  return Number(/^x-ratelimit-remaining: (\d+)$/im.exec(head)?.[1]);
}

describe('clients that take their time, or too much room', () => {
  let world: TestWorld;
  let manager: SignedIn;
  beforeAll(async () => {
    world = await startWorld({
      env: { REQUEST_TIMEOUT_SECONDS: String(TIMEOUT_MS / 1000), UPLOAD_TIMEOUT_SECONDS: '120' },
    });
    manager = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const open = (): RawClient => RawClient.open(world.service.baseUrl);
  const post = (path: string, type: string, length = 100_000): string =>
    `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${manager.accessToken}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const JSON_TYPE = 'application/json';
  const FORM_TYPE = 'multipart/form-data; boundary=xx';
  const PART =
    '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';

  it('cuts off clients that drip headers, a body or an upload, or send nothing', async () => {
    const clients = {
      silent: open(),
      headers: open().send('GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\n').dripping('X-More: 1\r\n'),
      body: open().send(post('/api-keys', JSON_TYPE)).send('{"name":"').dripping('x'),
      chunked: open()
        .send(post('/api-keys', JSON_TYPE).replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked'))
        .dripping('1\r\nx\r\n'),
      upload: open().send(post('/documents', FORM_TYPE)).send(PART).dripping('x'),
      // Nobody has asked for it: the rest of the body is not waited for.
      refused: open()
        .send(post('/documents', FORM_TYPE).replace(/Bearer \S+/, 'Bearer forged'))
        .dripping('x'),
    };
    const answers = await Promise.all(Object.values(clients).map(({ closed }) => closed));
    const statuses = Object.fromEntries(
      Object.keys(clients).map((name, index) => [
        name,
        /^HTTP\/1\.1 (\d+)/.exec(answers[index] ?? '')?.[1] ?? 'closed',
      ]),
    );
    expect(statuses).toEqual({
      silent: expect.stringMatching(/^(closed|408)$/),
      headers: '408',
      body: '408',
      chunked: '408',
      upload: '408',
      refused: '401',
    });
    for (const answer of answers) {
      if (answer.startsWith('HTTP/1.1 408')) expect(leftFor(answer)).toBeGreaterThan(0);
    }
    const [, headers = ''] = answers;
    expect(headers).toMatch(/X-Request-ID: (req_\w+).*"code":"REQUEST_TIMEOUT".*"request_id":"\1"/s);
    expect((await manager.api.get('/users/me')).status).toBe(200);
  });

  it('does not cut off an upload that goes on, however long it takes', async () => {
    const text = 'Torque the axle nut to 60 N·m. '.repeat(40);
    const end = '\r\n--xx--\r\n';
    const lines = (1.5 * TIMEOUT_MS) / PAUSE_MS;
    const fields = Object.entries({ title: 'Slow line', document_type: 'AMM', aircraft_type: 'A320', version: '1' })
      .map(([name, value]) => `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    const line = Buffer.from(text);
    const length = fields.length + PART.length + lines * line.length + end.length;
    const client = open()
      .send(post('/documents', FORM_TYPE, length))
      .send(fields + PART);
    for (let sent = 0; sent < lines; sent += 1) {
      client.send(line.toString('latin1'));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    client.send(end);
    // Kept alive after the answer, so it is closed as an idle one.
    await until(() => client.answer.includes('"request_id"'));
    expect(client.answer).toMatch(/^HTTP\/1\.1 202 /);
  });

  it('writes nothing into an answer that is under way', async () => {
    const request = `GET /api/v1/notifications/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${manager.accessToken}\r\n\r\n`;
    const client = open().send(request);
    await until(() => client.answer.includes('event: ready'));
    const answer = await client.send('nonsense\r\n\r\n').closed;
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(answer).not.toContain('INVALID_REQUEST');
  });

  it('answers what is too long with the limit that it passes', async () => {
    const refused = async (request: string): Promise<unknown> => {
      const answer = await open().send(request).closed;
      const { error, meta } = JSON.parse(answer.slice(answer.indexOf('{'))) as Refusal;
      expect(/^X-Request-ID: (\S+)\r$/im.exec(answer)?.[1]).toBe(meta.request_id);
      leftFor(answer);
      return [/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1], error.code, error.details];
    };
    const get = (path: string, headers = ''): string =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
    expect(await refused(get('/api/v1/users/me', `X-Long: ${'x'.repeat(20_000)}\r\n`))).toEqual([
      '431',
      'HEADERS_TOO_LARGE',
      { reason: 'headers', max_bytes: 16_384 },
    ]);
    const many = Array.from({ length: 120 }, (_, index) => `X-${index}: 1\r\n`).join('');
    expect(await refused(get('/api/v1/users/me', many))).toEqual([
      '431',
      'HEADERS_TOO_LARGE',
      { reason: 'headers', max_headers: 100 },
    ]);
    expect(await refused(get(`/api/v1/documents?q=${'x'.repeat(9_000)}`))).toEqual([
      '414',
      'URI_TOO_LONG',
      { reason: 'url', max_length: 8_192 },
    ]);
    const large = await manager.api.post('/api-keys', { name: 'x'.repeat(1_100_000) });
    expect([large.status, large.body.error.details.max_bytes]).toEqual([413, 1_048_576]);
    expect(await refused('nonsense\r\n\r\n')).toEqual(['400', 'INVALID_REQUEST', expect.anything()]);
    // It belongs to nobody: what is left for the address does not become less.
    const [before, after] = [await open().send('nonsense\r\n\r\n').closed, await open().send('{}\r\n\r\n').closed];
    expect(leftFor(after)).toBe(leftFor(before));
    const hostless = 'GET /api/v1/users/me HTTP/1.1\r\nConnection: close\r\n\r\n';
    expect(await refused(hostless)).toEqual(['400', 'INVALID_REQUEST', expect.objectContaining({ field: 'Host' })]);
    expect(await refused(get('/api/v1/users/me', 'Expect: miracles\r\n'))).toEqual([
      '401',
      'UNAUTHORIZED',
      expect.anything(),
    ]);
  });
});
