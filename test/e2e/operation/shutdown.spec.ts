import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('SIGTERM', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('lets the request under way finish, takes no other, and exits 0', async () => {
    const { user, api } = await world.signIn();
    const blocker = await world.sql.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [user.id]);
    const slow = api.patch('/users/me', { name: 'Finished' });
    await world.sql.untilBlocked(blocker);

    const ended = world.service.kill('SIGTERM');
    const isRefused = (): Promise<boolean> =>
      fetch(`${world.service.baseUrl}/healthz`).then(
        () => false,
        () => true,
      );
    await until(isRefused);
    await blocker.query('COMMIT');
    blocker.release();

    const { status, body } = await slow;
    expect([status, body.data.name]).toEqual([200, 'Finished']);
    expect(await ended).toEqual({ code: 0, signal: null });
    const [row] = await world.sql.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [user.id]);
    expect(row?.name).toBe('Finished');
  });

  it('ends a service that nobody uses', async () => {
    await world.service.restart();
    expect(await world.service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
