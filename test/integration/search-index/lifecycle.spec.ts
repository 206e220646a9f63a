import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IndexQuery } from '../../../src/integrations/search-index/index-query.js';
import { SearchIndex } from '../../../src/integrations/search-index/search-index.js';
import { indexedPassage as passage } from '../../factories/indexed-passage.factory.js';

const DIMENSIONS = 4;
let folder: string;
let index: SearchIndex;
let organization: string;
let counter = 0;

async function find(text: string): Promise<string[]> {
  const query: IndexQuery = { text, vector: null, mode: 'keyword', limit: 10 };
  const { hits } = await index.search(organization, query);
  return hits.map(({ id }) => id);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'search-index-lifecycle-'));
  index = new SearchIndex({ uri: folder, model: 'test-model', dimensions: DIMENSIONS });
  await index.start();
});

afterAll(async () => {
  await index.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  organization = `org_${++counter}`;
});

describe('lifecycle', () => {
  it('keeps organizations apart and answers nothing where nothing is indexed', async () => {
    await index.upsert(organization, [passage('a', 'pump')]);
    const { hits } = await index.search(`${organization}_other`, {
      text: 'pump',
      vector: null,
      mode: 'keyword',
      limit: 5,
    });
    expect(hits).toEqual([]);
    expect(await index.count(`${organization}_other`)).toBe(0);
    await index.removeRevision(`${organization}_other`, 'rev_a');
    await index.optimize(`${organization}_other`);
    expect(await index.count(organization)).toBe(1);
  });

  it('replaces a passage that is indexed again', async () => {
    await index.upsert(organization, [passage('a', 'pump'), passage('b', 'valve')]);
    await index.upsert(organization, [passage('a', 'filter')]);
    expect(await index.count(organization)).toBe(2);
    expect(await find('pump')).toEqual([]);
    expect(await find('filter')).toEqual(['a']);
  });

  it('counts the passages of each revision, and leaves revisions out of a search', async () => {
    expect(await index.countByRevision(organization)).toEqual(new Map());
    const second = { revision_id: 'rev_a' };
    await index.upsert(organization, [passage('a', 'pump'), passage('b', 'pump', second), passage('c', 'pump')]);
    expect(await index.countByRevision(organization)).toEqual(
      new Map([
        ['rev_a', 2],
        ['rev_c', 1],
      ]),
    );
    const filter = { except_revision_ids: ['rev_a'] };
    const query: IndexQuery = { text: 'pump', vector: null, mode: 'keyword', limit: 10, filter };
    expect((await index.search(organization, query)).hits.map(({ id }) => id)).toEqual(['c']);
  });

  it('removes a revision, a document and an organization', async () => {
    const of = (document_id: string, revision_id: string) => ({ document_id, revision_id });
    await index.upsert(organization, [
      passage('a', 'pump', of('doc_1', 'rev_1')),
      passage('b', 'pump', of('doc_1', 'rev_2')),
      passage('c', 'pump', of('doc_2', "rev_'3")),
      passage('d', 'pump', of('doc_3', 'rev_4')),
    ]);
    await index.removeRevision(organization, 'rev_1');
    await index.removeRevision(organization, "rev_'3");
    expect((await find('pump')).sort()).toEqual(['b', 'd']);
    await index.removeDocument(organization, 'doc_1');
    expect(await find('pump')).toEqual(['d']);
    await index.removeOrganization(organization);
    await index.removeOrganization(organization);
    expect(await find('pump')).toEqual([]);
    await index.upsert(organization, [passage('e', 'pump')]);
    expect(await find('pump')).toEqual(['e']);
  });

  it('goes on when another process dropped or rebuilt the table', async () => {
    const other = new SearchIndex({ uri: folder, model: 'test-model', dimensions: DIMENSIONS });
    await other.start();
    await index.upsert(organization, [passage('a', 'pump'), passage('b', 'pump')]);
    await other.removeOrganization(organization);
    await index.upsert(organization, [passage('c', 'pump')]);
    expect(await find('pump')).toEqual(['c']);
    await other.removeOrganization(organization);
    await other.upsert(organization, [passage('d', 'pump')]);
    expect(await find('pump')).toEqual(['d']);
    await other.close();
  });

  it('tells when its folder cannot be used', async () => {
    await index.ping();
    const unstarted = new SearchIndex({ uri: folder, model: 'm', dimensions: DIMENSIONS });
    await expect(unstarted.ping()).rejects.toThrow('not started');
  });
});
