import { startWorld, type TestWorld } from '../../support/test-world.js';

describe('login', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('answers exactly the token set of the interface', async () => {
    const user = await world.identity.user({ role: 'engineer' });
    const { status, body } = await world.login(user);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3600,
      token_type: 'Bearer',
      user: { id: user.id, email: user.email, name: user.name, role: 'engineer' },
    });
  });
});
