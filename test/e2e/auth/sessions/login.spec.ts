import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

describe('POST /auth/login', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  it('answers exactly the token set of the interface', async () => {
    const user = await world.identity.user({ role: 'engineer' });
    const { status, body } = await world.login(user);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_in: 3600,
      token_type: 'Bearer',
      user: { id: user.id, email: user.email, name: user.name, role: 'engineer' },
    });
  });

  it('takes the e-mail address in any case and with white space around it', async () => {
    const user = await world.identity.user();
    const { status, body } = await world.login({ ...user, email: ` ${user.email.toUpperCase()} ` });
    expect(status).toBe(200);
    expect(body.data.user.id).toBe(user.id);
  });

  it('records the time of the login, which is a new version of the profile', async () => {
    const { user, api } = await world.signIn();
    const before = await api.get('/users/me');
    await world.login(user);
    const after = await api.get('/users/me');
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(Date.parse(after.body.data.last_login_at as string)).toBeGreaterThan(
      Date.parse(before.body.data.last_login_at as string),
    );
  });

  it.each([
    ['a wrong password', {}, 'not the password'],
    ['a suspended account', { status: 'suspended' }, null],
    ['an invited account', { status: 'invited' }, null],
    ['an account of the role api_user', { role: 'api_user' }, null],
    ['an account without a password', { hasPassword: false }, null],
  ] as const)('answers %s like an unknown address', async (_, options, wrongPassword) => {
    const user = await world.identity.user(options);
    const refused = await world.login({ ...user, password: wrongPassword ?? user.password });
    const unknown = await world.login({ email: `nobody-${user.email}`, password: user.password });
    expect(refused.status).toBe(401);
    expect(refused.body.error.code).toBe('UNAUTHORIZED');
    expect(refused.body.error.details).toEqual({ token_type: 'jwt', reason: 'invalid_credentials' });
    expect(unknown.status).toBe(401);
    expect(unknown.body.error).toEqual(refused.body.error);
  });

  it.each([
    ['no e-mail address', { password: 'x' }, ['email']],
    ['no password', { email: 'a@example.test' }, ['password']],
    ['an ill-formed address', { email: 'nonsense', password: 'x' }, ['email']],
    ['a number for a password', { email: 'a@example.test', password: 12 }, ['password']],
    ['a list for an address', { email: ['a@example.test'], password: 'x' }, ['email']],
    ['null', { email: null, password: null }, ['email', 'password']],
    ['an unknown field', { email: 'a@example.test', password: 'x', remember: true }, ['remember']],
    ['a password of 129 characters', { email: 'a@example.test', password: 'x'.repeat(129) }, ['password']],
    ['an empty object', {}, ['email', 'password']],
  ])('refuses %s', async (_, request, fields) => {
    const { status, body } = await world.api.post('/auth/login', request);
    expect(status).toBe(400);
    const { code, details } = body.error;
    expect(code).toBe('INVALID_REQUEST');
    expect((details.errors as { field: string }[]).map(({ field }) => field)).toEqual(fields);
    expect(details).toMatchObject({ field: fields[0], issue: details.errors[0].issue });
  });

  it('refuses a request without a body', async () => {
    const { status, body } = await world.api.post('/auth/login');
    expect(status).toBe(400);
    expect(body.error.code).toBe('INVALID_REQUEST');
  });

  it('lets twenty right logins at once all in', async () => {
    const user = await world.identity.user();
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.login(user)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});
