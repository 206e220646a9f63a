import type { PoolClient } from 'pg';
import type { Json } from '../../support/api/api-client.js';
import { importFiles, sendImport, untilImport } from '../../support/scenes/import-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const FILES = 24;
/** Its filing waits for a lock, so that an import is in progress for as long as a test wants. */
const HALT = `CREATE FUNCTION halt() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$;
  CREATE TRIGGER halt BEFORE INSERT ON documents FOR EACH ROW
    WHEN (NEW.document_number = 'TC-20') EXECUTE FUNCTION halt()`;
const cards = (): Record<string, string> =>
  Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`TC-${n}.txt`, `Torque bolt ${n} to 20 Nm.`]));

describe('an import under way', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ env: { INGESTION_CONCURRENCY: '1' } });
    await world.sql.query(HALT);
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
  });
  // The next test does not wait for the reading of these.
  afterEach(() =>
    world.sql.query(`UPDATE document_revisions SET ingestion_state = 'failed' WHERE ingestion_state = 'queued'`),
  );
  afterAll(() => world.stop());

  const countsOf = async (id: string): Promise<Json> => (await ok(admin.api.get(`/imports/${id}`))).counts;
  /** An import some of whose files are filed; the next one waits for {@link release}. */
  const begun = async (api = admin.api): Promise<{ id: string; holder: PoolClient; release: () => Promise<void> }> => {
    const holder = await world.sql.connect();
    await holder.query('SELECT pg_advisory_lock(1)');
    const { id } = await sendImport(api, cards(), { number_from_name: 'true', version: '1' });
    await world.sql.untilBlocked(holder);
    const release = async (): Promise<void> => {
      await holder.query('SELECT pg_advisory_unlock(1)');
      holder.release();
    };
    return { id: id as string, holder, release };
  };

  it('goes on after kill -9 where it was: nothing is lost, nothing is there twice', async () => {
    const { id, release } = await begun();
    const { created } = await countsOf(id);
    expect(created).toBeGreaterThan(5);
    await world.service.kill('SIGKILL');
    await release();
    await world.service.restart();
    const made = await untilImport(admin.api, id, ['reading', 'completed', 'failed']);
    expect(made).toMatchObject({ error: null, counts: { total: FILES, created: FILES } });
    const rows = await world.sql.query<{ numbers: number; revisions: number }>(
      `SELECT count(DISTINCT d.document_number)::int AS numbers, count(*)::int AS revisions
       FROM documents d JOIN document_revisions r ON r.document_id = d.id WHERE d.organization_id = $1`,
      [admin.user.organizationId],
    );
    expect(rows).toEqual([{ numbers: FILES, revisions: FILES }]);
  });

  it('stops at once when it is canceled', async () => {
    const { id, holder, release } = await begun();
    const canceling = ok(admin.api.post(`/imports/${id}/cancel`));
    // It waits for the file that is being filed.
    await world.sql.untilBlocked(holder, 2);
    await release();
    const { counts } = await canceling;
    expect(counts.created + counts.canceled).toBe(FILES);
    // Those behind it wait for the cancellation.
    expect(counts.canceled).toBeGreaterThan(0);
    // The job ends when it sees the cancellation.
    await world.service.restart();
    expect(await countsOf(id)).toEqual(counts);
    const { body: canceled } = await admin.api.get(`/imports/${id}/items?state=canceled&limit=1`);
    expect(canceled.pagination.total_count).toBe(counts.canceled);
    const { body } = await admin.api.get('/documents?limit=1');
    expect(body.pagination.total_count).toBe(counts.created);
  });

  it('ends when its creator is suspended', async () => {
    const organization = { id: admin.user.organizationId };
    const team = await world.identity.team(organization);
    const manager = await world.signIn({ organization, role: 'manager', team });
    const { id, release } = await begun(manager.api);
    await ok(admin.api.post(`/users/${manager.user.id}/suspend`));
    await release();
    const made = await untilImport(admin.api, id);
    expect(made).toMatchObject({ state: 'failed', error: { code: 'creator_not_permitted' } });
    expect(made.counts.created + made.counts.canceled).toBe(FILES);
  });

  it('is completed when its documents are read, and activates revisions if asked to', async () => {
    const options = { number_from_name: 'true', version: '1', activate: 'true' };
    const first = await importFiles(admin.api, { 'TC-1.txt': 'Torque 10 Nm.', 'TC-2.txt': 'Torque 11 Nm.' }, options);
    expect(await untilImport(admin.api, first.made.id)).toMatchObject({
      ...{ state: 'completed', finished_at: expect.any(String) },
      reading: { ready: 2, failed: 0, waiting: 0, pages_done: 2, seconds_left: null },
    });
    const files = { 'TC-1.txt': 'Torque 12 Nm.', 'broken.pdf': '%PDF-1.7 nothing', 'TC-2.txt': 'Torque 11 Nm.' };
    const second = await importFiles(admin.api, files, { ...options, version: '2' });
    expect(second.outcomes).toEqual({ 'TC-1.txt': 'revised', 'broken.pdf': 'created', 'TC-2.txt': 'unchanged' });
    const made = await untilImport(admin.api, second.made.id);
    expect([made.state, made.reading.ready, made.reading.failed]).toEqual(['completed', 1, 1]);
    const document = await ok(admin.api.get(`/documents/${first.items[0]!.document_id}`));
    expect(document.revision).toMatchObject({ version: '2', status: 'active' });
  });

  it('activates no revision over one that became current after it was filed, and none in work', async () => {
    const options = { number_from_name: 'true', version: '1', activate: 'true' };
    const first = await importFiles(admin.api, { 'TC-1.txt': 'Torque 10 Nm.', 'TC-2.txt': 'Torque 11 Nm.' }, options);
    await untilImport(admin.api, first.made.id);
    const ids = first.items.map(({ document_id }) => document_id as string);
    // Nothing is read, so nothing is activated.
    const holder = await world.sql.connect();
    await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', ['ingestion turns']);
    const files = { 'TC-1.txt': 'Torque 12 Nm.', 'TC-2.txt': 'Torque 13 Nm.', 'TC-3.txt': 'Torque 14 Nm.' };
    const second = await importFiles(admin.api, files, { ...options, version: '2' });
    await world.sql.query(
      `UPDATE document_revisions SET version = '003-01' WHERE document_id = $1 AND status = 'draft'`,
      [ids[1]],
    );
    const { revisionId } = await world.documents.revision(
      { id: ids[0]!, organizationId: admin.user.organizationId },
      { version: '3', status: 'draft' },
    );
    await ok(admin.api.post(`/documents/${ids[0]}/revisions/${revisionId}/activate`));
    await holder.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', ['ingestion turns']);
    holder.release();
    expect((await untilImport(admin.api, second.made.id)).state).toBe('completed');
    const items = (await ok(admin.api.get(`/imports/${second.made.id}/items`))) as Json[];
    expect(items.map(({ state, error }) => [state, error?.code] as unknown[])).toEqual([
      ['revised', 'revision_changed'],
      ['revised', 'in_work'],
      ['created', undefined],
    ]);
    expect((await ok(admin.api.get(`/documents/${ids[0]}`))).revision).toMatchObject({
      version: '3',
      status: 'active',
    });
    expect((await ok(admin.api.get(`/documents/${ids[1]}`))).revision).toMatchObject({
      version: '1',
      status: 'active',
    });
  });
});
