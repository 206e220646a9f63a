import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { indexedRevisions } from '../../support/service/index-node.js';
import { readyManual, uploadManual } from '../../support/manuals/manual.js';
import { fetchImage } from '../../support/manuals/page-images.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

/** Of each kind: enough that jobs of different kinds interleave between the handlers. */
const MANY = 6;
const HASH = /^[0-9a-f]{64}$/;

describe('the removal of what was deleted', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld();
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const each = <T>(make: (i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: MANY }, (_, i) => make(i)));
  const filesBelow = async (folder: string): Promise<string[]> => {
    const entries = await readdir(path.join(world.service.dataDir, folder), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  /** Ids of the revisions that the index holds passages of. */
  const indexed = (): Promise<string[]> => indexedRevisions(world.service.databaseUrl, admin.user.organizationId);
  /** Without those of probes, which begin before the service is ready. */
  const complaints = (): unknown[] =>
    world.service
      .logs()
      .filter(({ level }) => ['warn', 'error'].includes(level as string))
      .filter(({ msg, route }) => !String(msg).includes('outbox') && msg !== 'Not ready' && route !== '/readyz')
      .map(({ msg }) => msg);

  it('leaves nothing of drafts and documents that are deleted at the same time', async () => {
    const kept = await readyManual(admin.api, 'Fit the hafnium washer.');
    const drafts = await each(async (i) => {
      const file = { content: `Torque the draft bolt ${i} to ${i} Nm.`, name: 'a.txt' };
      const { body } = await admin.api.upload(`/documents/${kept.id}/revisions`, { version: `D${i}` }, file);
      return body.data.id as string;
    });
    const documents = await each((i) => uploadManual(admin.api, `Torque the bolt ${i} to ${i} Nm.`, {}, 'a.txt'));
    const unread = `SELECT 1 FROM document_revisions WHERE ingestion_state <> 'ready'`;
    await until(
      () => world.sql.query(unread),
      ({ length }) => length === 0,
    );
    const images = [
      ...drafts.slice(0, 3).map((id) => `/documents/${kept.id}/pages/1/image?revision_id=${id}`),
      ...documents.slice(0, 3).map(({ id }) => `/documents/${id}/pages/1/image`),
    ];
    for (const image of images) expect((await fetchImage(world, admin, image)).status).toBe(200);
    expect(await filesBelow('cache')).toHaveLength(images.length);
    expect(await indexed()).toHaveLength(2 * MANY + 1);
    // Nobody can be about to use them.
    await world.sql.query(`UPDATE blobs SET stored_at = now() - interval '1 hour'`);
    await each(async (i) => {
      const deleted = await Promise.all([
        admin.api.delete(`/documents/${kept.id}/revisions/${drafts[i]}`),
        admin.api.delete(`/documents/${documents[i]!.id}`),
      ]);
      expect(deleted.map(({ status }) => status)).toEqual([204, 204]);
    });
    await until(
      async () => (await filesBelow('blobs')).filter((name) => HASH.test(name)),
      ({ length }) => length === 1,
    );
    expect(await filesBelow('cache')).toEqual([]);
    expect(await indexed()).toEqual([kept.revision.id]);
    expect(complaints()).toEqual([]);
  });

  it('is completed at the next start after any failure', async () => {
    // Whose organization has nothing else in the index.
    admin = await world.signIn({ role: 'admin' });
    const [stuck, other] = [await readyManual(admin.api, 'Fit ring A.'), await readyManual(admin.api, 'Fit ring B.')];
    const { id } = (await readyManual(admin.api, 'Fit ring C.')).revision;
    // A draft whose job was lost, and two documents, of which the first cannot be removed.
    for (const table of ['passages', 'pages'])
      await world.sql.query(`DELETE FROM ${table} WHERE revision_id = $1`, [id]);
    await world.sql.query(`UPDATE documents SET current_revision_id = $1 WHERE current_revision_id = $2`, [
      other.revision.id,
      id,
    ]);
    await world.sql.query(`DELETE FROM document_revisions WHERE id = $1`, [id]);
    await world.sql.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON documents FOR EACH ROW WHEN (OLD.id = '${stuck.id}') EXECUTE FUNCTION refuse()`);
    await world.sql.query(`UPDATE documents SET deleted_at = now() WHERE id = ANY($1)`, [[stuck.id, other.id]]);
    await world.service.restart();
    await until(
      () => world.sql.query(`SELECT id FROM documents WHERE id = $1`, [other.id]),
      ({ length }) => length === 0,
    );
    await until(indexed, ({ length }) => length === 0);
    // At the start and every hour, which may be now.
    expect([...new Set(complaints())]).toEqual(['a deleted document could not be removed']);
  });
});
