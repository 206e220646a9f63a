import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { catalogPage, readParts } from '../../support/scenes/part-scene.js';
import { pageOf } from '../../support/scenes/task-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('the reading of parts lists', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
  });
  afterAll(() => world.stop());

  const rowsOf = async (revisionId: string, status = 'superseded'): Promise<string> => {
    await world.sql.query(`UPDATE document_revisions SET status = $2 WHERE id = $1`, [revisionId, status]);
    return revisionId;
  };
  const attempt = (revisionId: string, failures: number, age: string) =>
    world.sql.query(
      `INSERT INTO part_readings (revision_id, part_count, failures, reader_version, created_at)
       SELECT $1, 0, $2, reader_version, now() - $3::interval FROM part_readings WHERE failures = 0 ORDER BY created_at DESC LIMIT 1
       ON CONFLICT (revision_id) DO UPDATE SET failures = excluded.failures, created_at = excluded.created_at`,
      [revisionId, failures, age],
    );

  it('of a large revision is left to workers, without holding up the request', async () => {
    const pages = [...Array.from({ length: 101 }, () => pageOf(['paragraph', 'Intentionally blank.'])), catalogPage()];
    const { id } = await world.documents.document(organization, { pages });
    const first = errorOf(await admin.api.get(`/parts?document_id=${id}`));
    expect(first).toMatchObject({ status: 409, reason: 'not_ready' });
    expect(((await readParts(admin.api, `document_id=${id}`)).body.data as Json[]).map(({ page_number }) => page_number as number)).toEqual([102, 102, 102, 102]);
  }); // prettier-ignore

  it('of a small revision is done by the request, once, also of an old revision and after a failure long ago', async () => {
    const { id, revisionId } = await world.documents.document(organization, { pages: [catalogPage()] });
    await rowsOf(revisionId);
    const query = `document_id=${id}&revision_id=${revisionId}`;
    const count = async (): Promise<unknown> =>
      (await world.sql.query(`SELECT count(*)::int AS n FROM revision_parts WHERE revision_id = $1`, [revisionId]))[0];
    expect(await ok(readParts(admin.api, query))).toHaveLength(4);
    for (const failures of [1, 6]) {
      await attempt(revisionId, failures, '10 seconds');
      expect(errorOf(await admin.api.get(`/parts?${query}`))).toMatchObject({ status: 409, reason: 'not_ready' });
      await attempt(revisionId, failures, '30 days');
      // Rows of the attempt that failed are replaced.
      expect(await ok(readParts(admin.api, query))).toHaveLength(4);
      expect(await count()).toEqual({ n: 4 });
    }
  });

  it('shows nothing of an attempt that did not end', async () => {
    const { id, revisionId } = await world.documents.document(organization, { pages: [catalogPage()] });
    const [part] = (await ok(readParts(admin.api, `document_id=${id}`))) as Json[];
    await attempt(revisionId, 1, '10 seconds');
    expect((await admin.api.get(`/parts/${part!.id}`)).status).toBe(404);
    expect(await ok(admin.api.get('/parts?number=QX32-1146-1'))).not.toContainEqual(expect.objectContaining({ document_id: id })); // prettier-ignore
  });

  it('indexes words for each organization', async () => {
    const { id, revisionId } = await world.documents.document(organization, { pages: [catalogPage()] });
    await ok(readParts(admin.api, `document_id=${id}`));
    const [row] = await world.sql.query(
      `SELECT tsvector_to_array(words) AS words FROM revision_parts WHERE revision_id = $1 AND number = 'QX32-1146-3'`,
      [revisionId],
    );
    expect(row!.words).toEqual(['apex', 'flat', 'pin', 'with'].map((word) => `${organization.id} ${word}`));
  });
});
