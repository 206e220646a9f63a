import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from '../../../src/common/ids/type-id.js';
import { DocumentFactory, type TestDocument } from '../../factories/document.factory.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { startIndexNode, type IndexNode } from '../../support/service/index-node.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';
import { until } from '../../support/until.js';

describe('an index that follows', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let documents: DocumentFactory;
  let node: IndexNode;
  let other: IndexNode;
  let organization: { id: string };
  let folder: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = new TestSql(database.url);
    documents = new DocumentFactory(sql);
    folder = await mkdtemp(path.join(os.tmpdir(), 'index-sync-'));
    [node, other] = await Promise.all([startIndexNode(database.url), startIndexNode(database.url)]);
  });
  beforeEach(async () => {
    organization = await new IdentityFactory(sql).organization();
  });
  afterAll(async () => {
    await node.stop();
    await other.stop();
    await sql.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A ready document of one page, as the reader announces it. */
  const ready = async (text: string, by = node): Promise<TestDocument> => {
    const document = await documents.document(organization, { pages: [text] });
    await by.changes.mark(organization.id, [document.revisionId], 'text');
    return document;
  };
  const setStatus = async (revisionId: string, status: string): Promise<void> => {
    await node.db.query(`UPDATE document_revisions SET status = $2 WHERE id = $1`, [revisionId, status]);
  };

  it('finds at once what one node says is ready, on every node', async () => {
    const document = await ready('Fit the hafnium washer.');
    expect(await node.find(organization.id, 'hafnium')).toEqual(document.passageIds);
    expect(await other.find(organization.id, 'hafnium')).toEqual(document.passageIds);
    const back = await ready('Fit the osmium washer.', other);
    // A node that has just looked how far the library had come, looks again a moment later.
    await until(
      () => node.find(organization.id, 'osmium'),
      (found) => found[0] === back.passageIds[0],
    );
  });

  it('knows nothing of what was never announced or is of another organization', async () => {
    await documents.document(organization, { pages: ['Fit the iridium washer.'] });
    expect(await node.find(organization.id, 'iridium')).toEqual([]);
    await ready('Fit the rhenium washer.');
    expect(await node.find(newId('organization'), 'rhenium')).toEqual([]);
    expect((await node.sync.sync(newId('organization'))).isComplete).toBe(true);
  });

  it('gives every change a later position, in the order of the commits', async () => {
    const document = await ready('Fit the tantalum washer.');
    const position = async (): Promise<number> =>
      Number(
        (
          await sql.query<{ position: string }>('SELECT position FROM index_heads WHERE organization_id = $1', [
            organization.id,
          ])
        )[0]!.position,
      );
    const before = await position();
    const marks = Array.from({ length: 20 }, () =>
      node.db.transaction(async () => {
        await node.changes.mark(organization.id, [document.revisionId]);
        return undefined;
      }),
    );
    await Promise.all(marks);
    expect(await position()).toBeGreaterThanOrEqual(before + 20);
    const undone = node.db.transaction(async () => {
      await node.changes.mark(organization.id, [document.revisionId]);
      throw new Error('taken back');
    });
    const settled = await position();
    await expect(undone).rejects.toThrow('taken back');
    expect(await position()).toBe(settled);
  });

  it('answers a repeated query from memory until the library changes', async () => {
    const document = await ready('Fit the scandium washer.');
    await node.held(organization.id);
    const query = { text: 'scandium', vector: null, mode: 'keyword' as const, limit: 100 };
    const first = await node.search(organization.id, query);
    expect([first.hits.map(({ id }) => id), first.isComplete]).toEqual([document.passageIds, true]);
    const asked = jest.spyOn(node.index, 'search');
    expect(await node.search(organization.id, query)).toEqual({ ...first, timings: undefined });
    expect(asked).not.toHaveBeenCalled();
    // Another limit, filter, or vector is another query.
    await node.search(organization.id, { ...query, limit: 50 });
    await node.search(organization.id, { ...query, filter: { document_types: ['SB'] } });
    await node.search(organization.id, { ...query, vector: new Float32Array(384) });
    expect(asked).toHaveBeenCalledTimes(3);
    await node.search(newId('organization'), query);
    expect(asked).toHaveBeenCalledTimes(4);
    await ready('Fit the scandium ring.', other);
    await until(
      () => node.find(organization.id, 'scandium'),
      ({ length }) => length === 2,
    );
    asked.mockRestore();
  });

  it('takes over what is said of a revision without reading its words again, and reads them when they changed', async () => {
    const { revisionId, passageIds, id } = await ready('Fit the niobium washer.');
    expect(await other.find(organization.id, 'niobium')).toEqual(passageIds);
    await sql.query(`UPDATE passages SET text = 'Fit the cobalt washer.' WHERE revision_id = $1`, [revisionId]);
    await sql.query(`UPDATE documents SET document_type = 'SB' WHERE id = $1`, [id]);
    await node.changes.mark(organization.id, [revisionId]);
    const query = { text: 'niobium', vector: null, mode: 'keyword' as const, limit: 10 };
    const types = (document_types: string[]) => other.search(organization.id, { ...query, filter: { document_types } });
    await other.held(organization.id);
    expect((await types(['SB'])).hits.map((hit) => hit.id)).toEqual(passageIds);
    expect((await types(['AMM'])).hits).toEqual([]);
    await node.changes.mark(organization.id, [revisionId], 'text');
    await other.held(organization.id);
    expect(await other.find(organization.id, 'cobalt')).toEqual(passageIds);
    expect(await other.find(organization.id, 'niobium')).toEqual([]);
  });

  it('takes away what is withdrawn, unread again, deleted, or of a deleted document', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(async () => ready('Fit the yttrium washer.')));
    expect(await other.find(organization.id, 'yttrium')).toHaveLength(4);
    const [withdrawn, unread, deleted, gone] = all as [TestDocument, TestDocument, TestDocument, TestDocument];
    await setStatus(withdrawn.revisionId, 'withdrawn');
    await sql.query(`UPDATE document_revisions SET ingestion_state = 'failed' WHERE id = $1`, [unread.revisionId]);
    await sql.query(`UPDATE documents SET deleted_at = now() WHERE id = $1`, [deleted.id]);
    await sql.query(`DELETE FROM documents WHERE id = $1`, [gone.id]);
    await node.changes.mark(
      organization.id,
      all.map(({ revisionId }) => revisionId),
    );
    expect(await other.held(organization.id)).toEqual([]);
  });

  it('never shows a superseded revision, nor none at all, while revisions are activated', async () => {
    const document = await ready('Fit the gallium washer.');
    const texts = new Map([[document.passageIds[0]!, document.revisionId]]);
    const drafts: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const draft = await documents.revision(document, {
        version: `D${n}`,
        status: 'draft',
        pages: ['Fit the gallium washer.'],
      });
      texts.set(draft.passageIds[0]!, draft.revisionId);
      drafts.push(draft.revisionId);
    }
    await node.changes.mark(organization.id, drafts, 'text');
    let isActivating = true;
    const activate = async (): Promise<void> => {
      let active = document.revisionId;
      for (const draft of drafts) {
        await node.db.transaction(async () => {
          await setStatus(active, 'superseded');
          await setStatus(draft, 'active');
          await node.changes.mark(organization.id, [active, draft]);
        });
        active = draft;
      }
    };
    const activating = activate().finally(() => (isActivating = false));
    let searches = 0;
    for (; isActivating; searches += 1) {
      for (const one of [node, other]) {
        for (;;) {
          const answer = await one.search(organization.id, {
            text: 'gallium',
            vector: null,
            mode: 'keyword',
            limit: 10,
          });
          const admitted = await sql.query(
            `SELECT id FROM document_revisions WHERE id = ANY($1) AND status = 'active'`,
            [answer.hits.map(({ revision_id: id }) => id)],
          );
          expect(answer.hits).toHaveLength(1);
          // As the search service does it: what is refused may have been replaced meanwhile.
          if (admitted.length === 1) break;
          expect(await one.isCurrent(organization.id, answer)).toBe(false);
        }
      }
    }
    await activating;
    expect(searches).toBeGreaterThan(0);
    expect((await other.find(organization.id, 'gallium')).map((id) => texts.get(id))).toEqual([drafts.at(-1)]);
  });

  it('rebuilds what was lost: thread, snapshot, or one that is damaged or older', async () => {
    const own = path.join(folder, organization.id);
    const first = await ready('Fit the rhodium washer.');
    const one = await startIndexNode(database.url, { folder: own });
    expect(await one.find(organization.id, 'rhodium')).toEqual(first.passageIds);
    await one.stop();
    const second = await ready('Fit another rhodium washer.');
    const both = [...first.passageIds, ...second.passageIds].sort();
    const again = await startIndexNode(database.url, { folder: own });
    again.sync.onApplicationBootstrap();
    expect((await again.find(organization.id, 'rhodium')).sort()).toEqual(both);
    await again.stop();
    const snapshot = path.join(own, organization.id);
    for (const name of await readdir(snapshot)) await truncate(path.join(snapshot, name), 3);
    const repaired = await startIndexNode(database.url, { folder: own });
    expect((await repaired.find(organization.id, 'rhodium')).sort()).toEqual(both);
    await repaired.stop();
  });

  it('believes the database where that was set back to an older backup', async () => {
    const own = path.join(folder, organization.id);
    const kept = await ready('Fit the thallium washer.');
    const lost = await ready('Fit the thallium ring.');
    const one = await startIndexNode(database.url, { folder: own });
    expect(await one.held(organization.id)).toHaveLength(2);
    await one.stop();
    // As it was before the second; and then something else happened.
    await sql.query(`DELETE FROM index_changes WHERE revision_id = $1`, [lost.revisionId]);
    await sql.query(`UPDATE passages SET text = 'Fit the cerium washer.' WHERE revision_id = $1`, [kept.revisionId]);
    await sql.query(
      `UPDATE index_changes SET position = position - 1000000, text_position = text_position - 1000000 WHERE revision_id = $1`,
      [kept.revisionId],
    );
    const again = await startIndexNode(database.url, { folder: own });
    expect(await again.find(organization.id, 'cerium')).toEqual(kept.passageIds);
    await again.stop();
  });

  it('says that it is not complete while something cannot be read, and catches up', async () => {
    const document = await ready('Fit the erbium washer.');
    expect(await node.find(organization.id, 'erbium')).toEqual(document.passageIds);
    await sql.query('ALTER TABLE passages RENAME TO hidden');
    try {
      // Only now is there something to read.
      await node.changes.markAll(organization.id);
      const query = { text: 'erbium', vector: null, mode: 'keyword' as const, limit: 10 };
      expect(await node.search(organization.id, query)).toMatchObject({ isComplete: false });
    } finally {
      await sql.query('ALTER TABLE hidden RENAME TO passages');
    }
    // After a rest, since what fails is not tried with every search.
    expect(await node.find(organization.id, 'erbium')).toEqual(document.passageIds);
  });

  it('reindexes every word on demand, and stays searchable', async () => {
    const document = await ready('Fit the indium washer.');
    expect(await node.find(organization.id, 'indium')).toEqual(document.passageIds);
    await sql.query(`UPDATE passages SET text = 'Fit the selenium washer.' WHERE revision_id = $1`, [
      document.revisionId,
    ]);
    expect(await node.changes.markAll(organization.id)).toEqual([organization.id]);
    expect(await node.find(organization.id, 'selenium')).toEqual(document.passageIds);
    expect(await node.changes.markAll(newId('organization'))).toEqual([]);
  });
});
