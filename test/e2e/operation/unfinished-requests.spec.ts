import { RawClient } from '../../support/api/raw-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

/** More than all places together. */
const FLOOD = 300;
const OTHERS = ['127.0.0.21', '127.0.0.22'];
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=xx';

/** Requests that stop in the middle: what they hold is held by nobody who has proven anything. */
describe('requests whose body does not come', () => {
  let world: TestWorld;
  let admin: SignedIn;
  const clients: RawClient[] = [];
  beforeAll(async () => {
    world = await startWorld({ env: { LOAD_SHED_MAX_REQUESTS: '16', RATE_LIMIT_STANDARD: '1000' } });
    admin = await world.signIn({
      role: 'admin',
      organization: await world.identity.organization({ plan: 'enterprise' }),
    });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => world.stop());

  function send(head: string, from?: string): RawClient {
    const client = RawClient.open(world.service.baseUrl, from).send(head);
    clients.push(client);
    return client;
  }
  const post = (path: string, type: string | null, headers = ''): string =>
    `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\n${type === null ? '' : `Content-Type: ${type}\r\n`}Content-Length: 1000000\r\n${headers}\r\n{"query":"`;
  const signedIn = (): string => `Authorization: Bearer ${admin.accessToken}\r\n`;
  const status = async (client: RawClient): Promise<number> =>
    (
      await until(
        () => client.statuses,
        ([first]) => first !== undefined,
      )
    )[0]!;
  /** A whole request on a new connection. */
  async function ask(from: string): Promise<number> {
    const body = JSON.stringify({ query: 'axle nut' });
    return status(
      send(
        `POST /api/v1/search/documents HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\n${signedIn()}Content-Length: ${body.length}\r\n\r\n${body}`,
        from,
      ),
    );
  }

  it.each([
    ['signing in', false, () => post('/auth/login', JSON_TYPE)],
    ['searches of somebody signed in', true, () => post('/search/documents', JSON_TYPE, signedIn())],
    ['a multipart form of strangers', false, () => post('/notifications/unsubscribe?token=x', MULTIPART)],
  ])('hundreds of %s from one address leave the others their places', async (_, isSignedIn, head) => {
    const flood = Array.from({ length: FLOOD }, () => send(head(), '127.0.0.20'));
    // Those that came first gave way to those that came after; some of those signed in found too many before them.
    await until(
      () => flood.map(({ statuses: [status] }) => status ?? 'waits'),
      (states) => states.filter((state) => state === 'waits').length <= 32 && !states.includes(200),
    );
    const answers = flood.flatMap(({ statuses }) => statuses.slice(0, 1));
    for (const answer of answers) expect([408, 429, 503]).toContain(answer);
    if (!isSignedIn) expect(answers).toContain(408);
    for (const from of OTHERS) {
      expect([await ask(from), await status(send(post('/search/documents', JSON_TYPE), from))]).toEqual([200, 401]);
    }
    // The address itself is served as well: what is complete needs no place.
    expect(await ask('127.0.0.20')).toBe(200);
    expect((await world.login(admin.user)).status).toBe(200);
  });

  it('many addresses together do not keep a new one out', async () => {
    const networks = Array.from({ length: 10 }, (_, index) => `127.0.1.${index + 1}`);
    const flood = networks.flatMap((from) =>
      Array.from({ length: 30 }, () => send(post('/auth/login', JSON_TYPE), from)),
    );
    await until(() => flood.filter(({ statuses }) => statuses[0] === 408).length === flood.length - 256);
    const body = JSON.stringify({ email: admin.user.email, password: admin.user.password });
    const login = send(
      `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${body.length}\r\n\r\n{`,
      '127.0.1.200',
    );
    const slowest = flood.findLast(({ isOpen }) => isOpen)!;
    login.send(body.slice(1));
    expect([await status(login), slowest.statuses]).toEqual([200, []]);
  });

  it('what is refused is refused before its body comes', async () => {
    const cases: [string, number][] = [
      // Without credentials, or with malformed ones.
      [post('/search/documents', JSON_TYPE), 401],
      [post('/documents', MULTIPART), 401],
      [post('/search/documents', JSON_TYPE, 'Authorization: Bearer forged\r\n'), 401],
      [post('/search/documents', JSON_TYPE, 'Authorization: nonsense\r\n'), 401],
      [post('/search/documents', JSON_TYPE, 'X-API-Key: amk_live_nonsense\r\n'), 401],
      [post('/search/documents', JSON_TYPE, `${signedIn()}X-API-Key: amk\r\n`), 400],
      // Of the wrong type.
      [post('/documents', JSON_TYPE, signedIn()), 415],
      [post('/documents', FORM_TYPE, signedIn()), 415],
      [post('/search/documents', MULTIPART, signedIn()), 415],
      [post('/search/documents', 'text/plain', signedIn()), 415],
      [post('/search/documents', 'nonsense', signedIn()), 415],
      [post('/search/documents', null, signedIn()), 415],
      [post('/auth/login', FORM_TYPE), 415],
      [post('/auth/login', MULTIPART), 415],
      [post('/oauth/token', JSON_TYPE), 415],
      [post('/oauth/token', MULTIPART), 415],
      [post('/notifications/unsubscribe?token=x', JSON_TYPE), 415],
      // Nowhere.
      [post('/nowhere', JSON_TYPE), 404],
      [post('/healthz', 'text/plain'), 404],
      [post('/roles', JSON_TYPE), 405],
      // Too large, by its own word.
      [post('/search/documents', JSON_TYPE, signedIn()).replace('1000000', '2000000'), 413],
    ];
    const answers = await Promise.all(
      cases.map(async ([head, expected]) => [head, expected, await status(send(head))]),
    );
    expect(answers.filter(([, expected, got]) => expected !== got)).toEqual([]);
  });

  it('the rest of a refused body is waited for only so long', async () => {
    const client = send(post('/search/documents', JSON_TYPE)).dripping('x');
    expect(await status(client)).toBe(401);
    await client.closed;
    // A body that arrives in time keeps the connection open.
    const prompt = send(post('/search/documents', JSON_TYPE));
    expect(await status(prompt)).toBe(401);
    const get = `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    await prompt.send('x'.repeat(1_000_000 - '{"query":"'.length)).send(get).closed;
    expect(prompt.statuses).toEqual([401, 200]);
  });
});

describe('a connection', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ env: { RATE_LIMIT_STANDARD: '3' } });
  });
  afterAll(() => world.stop());

  it('without a request gives way when its address has too many', async () => {
    const from = '127.0.0.40';
    const open = (text: string): RawClient => RawClient.open(world.service.baseUrl, from).send(text);
    const idle = open('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(
      () => idle.statuses,
      ([status]) => status === 200,
    );
    const flood = Array.from({ length: 1_100 }, () => open('GET /healthz HTTP/1.1\r\nX-Endless: '));
    await idle.closed;
    await until(() => flood.filter(({ isOpen }) => isOpen).length === 1_024);
    const other = RawClient.open(world.service.baseUrl, '127.0.0.41').send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(
      () => other.statuses,
      ([status]) => status === 200,
    );
    for (const client of [...flood, other]) client.close();
  });

  it('of an address that has used up its hour is told so before its body comes', async () => {
    const from = '127.0.0.30';
    const post = (path: string): RawClient =>
      RawClient.open(world.service.baseUrl, from).send(
        `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 1000\r\n\r\n{`,
      );
    const statuses: number[] = [];
    for (const path of [
      '/search/documents',
      '/roles',
      '/api-keys',
      '/api-keys',
      '/auth/login',
      '/auth/password/forgot',
    ]) {
      const client = post(path);
      const [status = 0] = await until(
        () => Promise.resolve(client.statuses),
        ([first]) => first !== undefined,
      );
      statuses.push(status);
      client.close();
    }
    expect(statuses).toEqual([401, 405, 401, 429, 429, 429]);
  });
});
