import { startWorld, type TestWorld } from '../../support/service/test-world.js';

describe('/users/me', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  it('answers the caller’s profile and nothing secret', async () => {
    const { user, api } = await world.signIn({ role: 'manager' });
    const { status, body, headers } = await api.get('/users/me');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: user.id,
      email: user.email,
      name: user.name,
      role: 'manager',
      organization_id: user.organizationId,
      status: 'active',
      team_id: null,
      team: null,
      has_password: true,
      grants: [],
      mfa_enabled: false,
      last_login_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(headers.get('etag')).toMatch(/^"\d+"$/);
  });

  it('names the team, and says that an account of an identity provider has no password', async () => {
    const organization = await world.identity.organization();
    const team = await world.identity.team(organization);
    const { user, api } = await world.signIn({ organization, team, role: 'viewer' });
    await world.sql.query('UPDATE users SET password_hash = NULL WHERE id = $1', [user.id]);
    expect((await api.get('/users/me')).body.data).toMatchObject({
      team: { id: team.id, name: team.name },
      has_password: false,
    });
  });

  it('never answers 304: the name of the team and the password change without the version of the account', async () => {
    const organization = await world.identity.organization();
    const team = await world.identity.team(organization);
    const { user, api } = await world.signIn({ organization, team, role: 'viewer' });
    const admin = await world.signIn({ organization, role: 'admin' });
    const etag = (await api.get('/users/me')).headers.get('etag') ?? '';
    expect((await admin.api.patch(`/teams/${team.id}`, { name: 'Line maintenance' })).status).toBe(200);
    await world.sql.query('UPDATE users SET password_hash = NULL WHERE id = $1', [user.id]);
    for (const header of [etag, `W/${etag}`, '*']) {
      const { status, body, headers } = await api.get('/users/me', { 'if-none-match': header });
      expect([status, headers.get('etag')]).toEqual([200, etag]);
      expect(body.data).toMatchObject({ team: { name: 'Line maintenance' }, has_password: false });
    }
  });

  it('changes its ETag with another login, which the profile shows', async () => {
    const { user, api } = await world.signIn();
    const before = await api.get('/users/me');
    await world.login(user);
    const after = await api.get('/users/me', { 'if-none-match': before.headers.get('etag') ?? '' });
    expect(after.status).toBe(200);
    expect(after.body.data.last_login_at).not.toBe(before.body.data.last_login_at);
  });

  it('changes the name, trimmed, and with it the version', async () => {
    const { api } = await world.signIn();
    const before = await api.get('/users/me');
    const { status, body, headers } = await api.patch('/users/me', { name: '  Zoë Ωmega 工程師 ' });
    expect(status).toBe(200);
    // The answer has the row alone, without `team` and `has_password`.
    const changed = { ...body.data, name: before.body.data.name, updated_at: before.body.data.updated_at };
    expect(before.body.data).toMatchObject(changed);
    expect(body.data.name).toBe('Zoë Ωmega 工程師');
    expect(headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await api.get('/users/me')).body.data).toMatchObject(body.data);
  });

  it('leaves everything as it is when nothing is sent', async () => {
    const { api } = await world.signIn();
    const before = await api.get('/users/me');
    const { status, body } = await api.patch('/users/me', {});
    expect(status).toBe(200);
    expect(before.body.data).toMatchObject(body.data);
  });

  it.each([
    ['null', { name: null }, 'name'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a number', { name: 7 }, 'name'],
    ['another role', { role: 'admin' }, 'role'],
    ['another e-mail address', { email: 'x@example.test' }, 'email'],
    ['another organization', { organization_id: 'org_1' }, 'organization_id'],
    ['a NUL character', { name: 'a\0b' }, 'name'],
    ['half a surrogate pair', { name: 'a\ud800b' }, 'name'],
  ])('refuses %s', async (_, change, field) => {
    const { api } = await world.signIn();
    const { status, body } = await api.patch('/users/me', change);
    expect(status).toBe(400);
    expect(body.error.details.field).toBe(field);
  });

  it('changes only the version that If-Match names', async () => {
    const { api } = await world.signIn();
    const etag = (await api.get('/users/me')).headers.get('etag') ?? '';
    expect((await api.patch('/users/me', { name: 'First' }, { 'if-match': etag })).status).toBe(200);
    const stale = await api.patch('/users/me', { name: 'Second' }, { 'if-match': etag });
    expect(stale.status).toBe(412);
    expect(stale.body.error.code).toBe('PRECONDITION_FAILED');
    expect((await api.patch('/users/me', { name: 'Third' }, { 'if-match': '*' })).status).toBe(200);
    expect((await api.get('/users/me')).body.data.name).toBe('Third');
  });

  it('lets one of twenty parallel changes of the same version through', async () => {
    const { api } = await world.signIn();
    const etag = (await api.get('/users/me')).headers.get('etag') ?? '';
    const changes = Array.from({ length: 20 }, (_, count) =>
      api.patch('/users/me', { name: `Name ${count}` }, { 'if-match': etag }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(412)]);
  });

  it('needs credentials', async () => {
    expect((await world.api.get('/users/me')).status).toBe(401);
    expect((await world.api.patch('/users/me', {})).status).toBe(401);
    expect((await world.api.get('/users/me/permissions')).status).toBe(401);
  });
});
