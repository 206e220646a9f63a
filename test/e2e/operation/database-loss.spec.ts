import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

describe('a database that goes away', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  const cutConnections = (): Promise<unknown> =>
    world.sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND datname = current_database() AND application_name <> '' AND pid <> pg_backend_pid()`,
    );

  it('in the middle of a request is answered with 503 and Retry-After, and soon all is served again', async () => {
    const { user, api } = await world.signIn();
    const blocker = await world.sql.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [user.id]);
    const caught = api.patch('/users/me', { name: 'Lost' });
    await world.sql.untilBlocked(blocker);
    await cutConnections();
    const { status, body, headers } = await caught;
    await blocker.query('ROLLBACK');
    blocker.release();

    expect(status).toBe(503);
    expect(body.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { reason: 'database' } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // The process might not have noticed yet that its other connections are closed too.
    const next = await until(
      () => api.get('/users/me'),
      (answer) => answer.status === 200,
    );
    expect(next.body.data.name).toBe(user.name);
  });

  it('between requests is not noticed, however often', async () => {
    const { api } = await world.signIn();
    for (let round = 0; round < 5; round += 1) {
      await cutConnections();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await api.get('/users/me')).status).toBe(200);
    }
    expect((await world.api.get('/readyz')).status).toBe(200);
  });
});
