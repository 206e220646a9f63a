import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MINILM_DIMENSIONS, MINILM_MODEL } from '@amks/reader/minilm/minilm-space.js';
import { DocumentFactory } from '../../factories/document.factory.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { startIndexNode, type IndexNode } from '../../support/service/index-node.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';
import { until } from '../../support/until.js';

const OLD = { model: MINILM_MODEL, dimensions: MINILM_DIMENSIONS };
const NEW = { model: 'another@64', dimensions: 64 };
const REVISIONS = 10;
const PAGES = 30;

/** A vector of a model for a number: nearest to that of the same number. */
function vectorOf(n: number, { dimensions, model }: typeof OLD): Float32Array {
  const turn = model.length;
  return Float32Array.from({ length: dimensions }, (_, i) => Math.sin((n + 1) * (i + turn))).map(
    (value, _, all) => value / Math.hypot(...all),
  );
}

describe('another embedding model', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let documents: DocumentFactory;
  let node: IndexNode;
  let organization: { id: string };
  const passages: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = new TestSql(database.url);
    documents = new DocumentFactory(sql);
    node = await startIndexNode(database.url);
    organization = await new IdentityFactory(sql).organization();
    for (let revision = 0; revision < REVISIONS; revision += 1) await add(revision * PAGES, PAGES);
  });
  afterAll(async () => {
    await node.stop();
    await sql.close();
    await database.drop();
  });

  const embed = async (ids: string[], space: typeof OLD): Promise<void> => {
    for (const id of ids) {
      const vector = Buffer.from(vectorOf(passages.indexOf(id), space).buffer);
      await sql.query(`INSERT INTO passage_embeddings (passage_id, model, vector) VALUES ($1, $2, $3)`, [
        id,
        space.model,
        vector,
      ]);
    }
  };
  const add = async (from: number, count: number, spaces = [OLD]): Promise<string[]> => {
    const pages = Array.from({ length: count }, (_, i) => `Fit ring ${from + i} of the pump.`);
    const { revisionId, passageIds } = await documents.document(organization, { pages });
    passages.push(...passageIds);
    for (const space of spaces) await embed(passageIds, space);
    await node.changes.mark(organization.id, [revisionId], 'text');
    return passageIds;
  };
  /** What a search for the nth passage finds, with a vector of the model that the index is said to have. */
  const search = async (n: number, on = node) => {
    for (let model = await on.sync.modelOf(organization.id); ;) {
      const vector = vectorOf(n, model === NEW.model ? NEW : OLD);
      const query = { text: 'ring pump', vector, mode: 'hybrid' as const, limit: 5 };
      const answer = await on.search(organization.id, query);
      if (answer.model === model) return answer;
      model = answer.model;
    }
  };
  const change = (space: typeof OLD) => node.changes.changeModel(organization.id, space, () => Promise.resolve(true));

  it.each([
    ['a smaller one', NEW],
    ['the one before', OLD],
  ])('is taken over, %s, while every search finds by meaning', async (_, space) => {
    await sql.query(`DELETE FROM passage_embeddings WHERE model = $1`, [space.model]);
    await embed(passages, space);
    const before = (await search(7)).model;
    expect(before).not.toBe(space.model);
    expect(await node.changes.changeModel(organization.id, space, () => Promise.resolve(false))).toBe(false);
    expect((await search(7)).model).toBe(before);
    await change(space);
    let searches = 0;
    let added: string[] = [];
    for (let model = before; model !== space.model; searches += 1) {
      const answer = await search(searches % passages.length);
      expect(answer).toMatchObject({ isComplete: true });
      expect(answer.hits.every(({ similarity }) => similarity !== null)).toBe(true);
      // All passages have the same words, so that words put any of them first.
      const [nearest] = answer.hits.toSorted((a, b) => b.similarity! - a.similarity!);
      expect(nearest?.id).toBe(passages[searches % passages.length]);
      expect(nearest!.similarity).toBeGreaterThan(0.9);
      model = answer.model;
      // What becomes ready meanwhile is in both.
      if (searches === 1) added = await add(passages.length, 1, [OLD, NEW]);
    }
    expect(searches).toBeGreaterThan(2);
    const { hits } = await search(passages.indexOf(added[0]!));
    expect(hits[0]?.id).toBe(added[0]);
    expect(await node.index.count(organization.id)).toBe(passages.length);
  });

  it('is taken over by other nodes, at their next search or at their start, from their snapshots of the old one', async () => {
    const other = await startIndexNode(database.url);
    await search(1, other);
    await sql.query(`DELETE FROM passage_embeddings WHERE model = $1`, [NEW.model]);
    await embed(passages, NEW);
    await change(NEW);
    await until(
      async () => (await search(1, other)).model,
      (model) => model === NEW.model,
    );
    await until(
      async () => (await search(1)).model,
      (model) => model === NEW.model,
    );
    // A new thread starts without any snapshot.
    await other.stop();
    const late = await startIndexNode(database.url);
    expect(await search(3, late)).toMatchObject({ model: NEW.model });
    await late.stop();
  });
});
