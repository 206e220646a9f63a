import { startWorld, type TestWorld } from '../../support/test-world.js';

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
    await waitUntilBlocked();

    const stoppedAt = Date.now();
    const ended = world.service.kill('SIGTERM');
    await pause(500);
    await expect(fetch(`${world.service.baseUrl}/healthz`)).rejects.toThrow();
    await blocker.query('COMMIT');
    blocker.release();

    const { status, body } = await slow;
    expect([status, body.data.name]).toEqual([200, 'Finished']);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(Date.now() - stoppedAt).toBeLessThan(15_000);
    const [row] = await world.sql.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [user.id]);
    expect(row?.name).toBe('Finished');
  });

  it('ends a service that nobody uses without delay', async () => {
    await world.service.restart();
    const stoppedAt = Date.now();
    expect(await world.service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(Date.now() - stoppedAt).toBeLessThan(5_000);
  });

  async function waitUntilBlocked(): Promise<void> {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await world.sql.query(waiting)).length === 0) await pause(20);
  }
});

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
