import { INITIAL_PASSAGES } from '@amks/reader/passages/passages.js';
import { INITIAL_STRUCTURE } from '@amks/reader/layout/structure.js';
import type { Json } from '../../support/api/api-client.js';
import { readingsOf, section, untilRead, unlike, uploadManual, wheelManual } from '../../support/manuals/manual.js';
import { pageTreeLoopPdf, placedPdf } from '../../support/manuals/pdf-factory.js';
import { startService } from '../../support/service/test-service.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { childrenOf } from '../../support/service/child-processes.js';
import { until } from '../../support/until.js';

/** Of small pages, so that it takes a few seconds. */
const PAGES = 60;

describe('reading that is cut off', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let manual: Buffer;
  beforeAll(async () => {
    world = await startWorld();
    admin = await world.signIn({ role: 'admin' });
    manual = await placedPdf(
      Array.from({ length: PAGES }, (_, i) =>
        section(`Section ${i + 1}`, [`Tighten bolt number ${i + 1} to ${i} Nm.`]),
      ),
    );
  });
  afterAll(() => world.stop());

  const pagesOf = (id: string) =>
    world.sql.query<{ id: string; page_number: number }>(
      `SELECT p.id, p.page_number FROM pages p JOIN document_revisions r ON r.id = p.revision_id
       WHERE r.document_id = $1 ORDER BY p.page_number`,
      [id],
    );
  const midway = (id: string) =>
    until(
      () => pagesOf(id),
      (pages) => pages.length >= 20,
    );

  /** Everything was read once: no page missing, none read again, no passage twice, in the database and in the index. */
  async function expectWhole(id: string, before: { id: string; page_number: number }[]): Promise<void> {
    const document = await untilRead(admin.api, id);
    expect(document).toMatchObject({ page_count: PAGES, ingestion: { state: 'ready', error: null } });
    const after = await pagesOf(id);
    expect(after.map(({ page_number: number }) => number)).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
    expect(after.slice(0, before.length)).toEqual(before);
    const passages = await world.sql.query<{ ordinal: number; page_number: number }>(
      `SELECT ordinal, page_number FROM passages WHERE document_id = $1 ORDER BY ordinal`,
      [id],
    );
    expect(passages.map(({ ordinal }) => ordinal)).toEqual(passages.map((_, i) => i));
    const body = { query: 'bolt number 50', filters: { document_ids: [id] }, limit: 100, mode: 'keyword' };
    const found = (await admin.api.post('/search/passages', body)).body.data as Json[];
    expect(new Set(found.map(({ page_number: n, start }) => `${n} ${start}`)).size).toBe(found.length);
    expect(found[0].page_number).toBe(50);
  }

  it('goes on behind the last stored page after kill -9 of the service', async () => {
    const { id } = await uploadManual(admin.api, unlike(manual));
    await midway(id as string);
    await world.service.kill('SIGKILL');
    const before = await pagesOf(id as string);
    expect(before.length).toBeLessThan(PAGES);
    await world.service.restart();
    await expectWhole(id as string, before);
  });

  it('goes on after kill -9 of the process that reads', async () => {
    const { id } = await uploadManual(admin.api, unlike(manual));
    await midway(id as string);
    for (const pid of childrenOf(world.service.pid, 'extraction-child')) process.kill(pid, 'SIGKILL');
    await expectWhole(id as string, (await pagesOf(id as string)).slice(0, 20));
  });

  it('goes on after SIGTERM, which ends the service with 0 and costs the file no attempt', async () => {
    const { id } = await uploadManual(admin.api, unlike(manual));
    await midway(id as string);
    expect(await world.service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const [row] = await world.sql.query(
      `SELECT ingestion_state, ingestion_attempts FROM document_revisions WHERE document_id = $1`,
      [id],
    );
    expect(row).toEqual({ ingestion_state: 'queued', ingestion_attempts: 0 });
    const before = await pagesOf(id as string);
    expect(before.length).toBeLessThan(PAGES);
    await world.service.restart();
    await expectWhole(id as string, before);
  });

  it('is given up when the service died three times at the same page', async () => {
    await world.service.kill('SIGKILL');
    const document = await world.documents.document(
      { id: admin.user.organizationId },
      { ingestionState: 'processing', pages: [] },
    );
    await world.sql.query(`UPDATE document_revisions SET ingestion_attempts = 3 WHERE id = $1`, [document.revisionId]);
    await world.service.restart();
    const { ingestion } = await untilRead(admin.api, document.id);
    expect(ingestion).toEqual({ state: 'failed', error: { code: 'internal', message: expect.any(String) } });
  });

  it.each([2, 1])('judges a document by all of its pages, not by those read after %d', async (done) => {
    const { id } = await uploadManual(admin.api, unlike(pageTreeLoopPdf()));
    await untilRead(admin.api, id as string);
    const checkpoint = { version: 1, structure: INITIAL_STRUCTURE, passages: INITIAL_PASSAGES, text_bytes: 0 };
    await world.service.kill('SIGKILL');
    const [revision] = await world.sql.query<{ id: string }>(
      `UPDATE document_revisions SET ingestion_state = 'processing', ingestion_warnings = '[]', ingestion_attempts = 0,
         pages_done = $2, ingestion_checkpoint = $3 WHERE document_id = $1 RETURNING id`,
      [id, done, JSON.stringify(checkpoint)],
    );
    await world.sql.query(`DELETE FROM pages WHERE revision_id = $1 AND page_number > $2`, [revision!.id, done]);
    await world.service.restart();
    expect((await untilRead(admin.api, id as string)).ingestion).toEqual({ state: 'ready', error: null });
    const { warnings } = (await admin.api.get(`/documents/${id}/ingestion`)).body.data;
    expect(warnings).toEqual(['These pages could not be read: 2.']);
  });

  it('ends when the stored file is gone, and says so', async () => {
    await world.service.kill('SIGKILL');
    const document = await world.documents.document(
      { id: admin.user.organizationId },
      { ingestionState: 'processing', pages: [] },
    );
    await world.service.restart();
    const { ingestion } = await untilRead(admin.api, document.id);
    expect(ingestion).toEqual({ state: 'failed', error: { code: 'missing', message: expect.any(String) } });
    const [row] = await world.sql.query(`SELECT ingestion_attempts FROM document_revisions WHERE id = $1`, [
      document.revisionId,
    ]);
    expect(row).toEqual({ ingestion_attempts: 1 });
  });

  it('is done once when two services share the work', async () => {
    const second = await startService({ beside: world.service });
    try {
      const content = await wheelManual();
      const ids: string[] = [];
      for (let i = 0; i < 6; i += 1) ids.push((await uploadManual(admin.api, unlike(content))).id as string);
      for (const id of ids) expect((await untilRead(admin.api, id)).ingestion.state).toBe('ready');
      const rows = await world.sql.query<{ id: string }>(
        `SELECT id FROM document_revisions WHERE document_id = ANY($1)`,
        [ids],
      );
      const revisions = rows.map(({ id }) => id);
      expect((await readingsOf([world.service, second], revisions)).sort()).toEqual(revisions.sort());
      const { body } = await admin.api.post('/search/documents', {
        query: 'brake unit',
        filters: { document_ids: ids },
      });
      // The same text six times: one stands for the others.
      const results = body.data as { id: string; matches: { duplicates: { document_id: string }[] }[] }[];
      const found = results.flatMap(({ id, matches }) => [
        id,
        ...matches.flatMap(({ duplicates }) => duplicates.map((other) => other.document_id)),
      ]);
      expect(new Set(found)).toEqual(new Set(ids));
    } finally {
      await second.stop();
    }
  });
});
