import { untilRead, uploadManual } from '../../support/manuals/manual.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

describe('reading as many documents as the pool has connections', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ env: { INGESTION_CONCURRENCY: '3', DATABASE_POOL_SIZE: '3' } });
  });
  afterAll(() => world.stop());

  it('comes to an end, and requests are served meanwhile', async () => {
    const { api } = await world.signIn({ role: 'admin' });
    const uploads = await Promise.all(
      Array.from({ length: 6 }, (_, i) => uploadManual(api, `Fit ring number ${i}.`, {}, 'manual.txt')),
    );
    for (const { id } of uploads) expect((await untilRead(api, id as string)).ingestion.state).toBe('ready');
  });
});
