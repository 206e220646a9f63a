import type { PoolClient } from 'pg';
import { readyManual } from '../../support/manuals/manual.js';
import { startService, type TestService } from '../../support/service/test-service.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

/** Longer than it takes to notice that nobody works on a job. */
const LONG_MS = 27_000;

/** Which of the two works is known by stopping the other; how far it comes, by locks of the database. */
describe('a job on one of two nodes', () => {
  let world: TestWorld;
  let other: TestService;
  let admin: SignedIn;
  let blocker: PoolClient | null = null;
  beforeAll(async () => {
    world = await startWorld();
    other = await startService({ beside: world.service });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(async () => {
    process.kill(other.pid, 'SIGCONT');
    await other.stop();
    await world.stop();
  });

  const jobOf = async (documentId: string) => {
    const [job] = await world.sql.query<{ state: string; tries: number }>(
      `SELECT state::text, retry_count + 1 AS tries FROM jobs.job
       WHERE name = 'document-removal' AND data ->> 'document_id' = $1`,
      [documentId],
    );
    return job;
  };
  /** A deleted document, in whose removal the first node waits for {@link release}; the other sleeps. */
  const removalUnderWay = async (): Promise<string> => {
    const { id, revision } = await readyManual(admin.api, 'Fit the osmium seal.');
    blocker = await world.sql.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM pages WHERE revision_id = $1 FOR UPDATE', [revision.id]);
    process.kill(other.pid, 'SIGSTOP');
    expect((await admin.api.delete(`/documents/${id}`)).status).toBe(204);
    await world.sql.untilBlocked(blocker);
    return id as string;
  };
  const release = async (): Promise<void> => {
    await blocker?.query('ROLLBACK');
    blocker?.release();
    blocker = null;
  };
  const done = (documentId: string) =>
    until(
      () => jobOf(documentId),
      (job) => job?.state === 'completed',
    );

  it('stays with a node that is merely slow', async () => {
    const id = await removalUnderWay();
    process.kill(world.service.pid, 'SIGSTOP');
    process.kill(other.pid, 'SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, LONG_MS));
    const job = await jobOf(id);
    await release();
    process.kill(world.service.pid, 'SIGCONT');
    expect(job).toEqual({ state: 'active', tries: 1 });
    expect(await done(id)).toEqual({ state: 'completed', tries: 1 });
  });

  it('is done by the other when its node is killed', async () => {
    const id = await removalUnderWay();
    await world.service.kill('SIGKILL');
    await release();
    process.kill(other.pid, 'SIGCONT');
    expect(await done(id)).toEqual({ state: 'completed', tries: 2 });
    expect(await world.sql.query('SELECT 1 FROM documents WHERE id = $1', [id])).toEqual([]);
    expect(other.logs().filter(({ queue }) => queue === 'document-removal')).toMatchObject([
      { level: 'warn', tries: 1, job_id: expect.any(String) },
    ]);
  });
});
