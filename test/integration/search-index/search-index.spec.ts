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

async function find(text: string, changes: Partial<IndexQuery> = {}): Promise<string[]> {
  const query: IndexQuery = { text, vector: null, mode: 'keyword', limit: 10, ...changes };
  const { hits } = await index.search(organization, query);
  return hits.map(({ id }) => id);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'search-index-'));
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

describe('words', () => {
  it('matches other forms of a word, accents folded, before and after the rows are indexed', async () => {
    const filler = Array.from({ length: 150 }, (_, i) => passage(`filler-${i}`, `Torque table ${i}`));
    await index.upsert(organization, [
      passage('a', 'Installing the brakes'),
      passage('b', 'Hydraulic pump by Société X, 32-11-00'),
      ...filler,
    ]);
    for (const indexed of [false, true]) {
      if (indexed) await index.optimize(organization);
      expect(await find('install brake')).toEqual(['a']);
      expect(await find('societe')).toEqual(['b']);
      expect(await find('ATA 32-11')).toEqual(['b']);
    }
    await index.upsert(organization, [passage('a', 'Removing the wheels')]);
    expect(await find('install brake')).toEqual([]);
    expect(await find('remove wheel')).toEqual(['a']);
    expect(await index.count(organization)).toBe(152);
  });

  it('weighs headings more than body', async () => {
    await index.upsert(organization, [
      passage('body', 'The actuator is near the pump of the engine bay'),
      passage('heading', 'Refer to the figure of the engine bay here', { section: 'Pump' }),
    ]);
    expect(await find('pump')).toEqual(['heading', 'body']);
  });

  it.each([
    '"',
    "'",
    '\\',
    '*',
    'AND',
    'NOT brake',
    '((((',
    '+brake -pump',
    'words:brake',
    'brake~2^5',
    '-- ; DROP TABLE x',
    '!!! ???',
    '😀',
    '\0',
    'a\0b',
    '\ud800',
    ' ',
    'the of and',
    '- - -',
    'x'.repeat(1000),
    'brake '.repeat(166),
    '%_',
    '32-11-00-'.repeat(100),
  ])('takes hostile query %# literally and does not throw', async (text) => {
    await index.upsert(organization, [passage('a', 'brake')]);
    const hits = await find(text);
    expect(hits).toEqual(/brake/.test(text) ? ['a'] : []);
    expect(await find(text, { mode: 'hybrid', vector: Float32Array.from([1, 0, 0, 0]) })).toEqual(hits);
  });
});

describe('identifiers', () => {
  beforeEach(async () => {
    await index.upsert(organization, [
      passage('wheel', 'Main wheel removal, refer to 32-11-00'),
      passage('other', 'Main wheel removal, refer to 32-11-01'),
      passage('task', 'TASK 32-11-00-400-801 wheel installation'),
      passage('part', 'Seal AT72-4021-3 of the shock strut'),
      passage('part-5', 'Seal AT72-4021-5 of the shock strut'),
    ]);
  });

  it('finds an ATA number and its tasks, not its neighbours', async () => {
    expect((await find('32-11-00')).sort()).toEqual(['task', 'wheel']);
    expect(await find('32-11-01')).toEqual(['other']);
    expect(await find('32-11-00-400-801')).toEqual(['task']);
    expect(await find('32-11-02')).toEqual([]);
  });

  it('finds a part number however its hyphens are typed, and its dash numbers', async () => {
    for (const text of ['AT72-4021-3', 'at72-4021-3', 'AT7240213', 'AT72‑4021‑3'])
      expect(await find(text)).toEqual(['part']);
    expect((await find('AT72-4021')).sort()).toEqual(['part', 'part-5']);
  });

  it('puts passages with the identifier before those with the words', async () => {
    const { hits } = await index.search(organization, {
      text: 'wheel removal 32-11-01',
      vector: null,
      mode: 'hybrid',
      limit: 10,
    });
    expect(hits[0]).toMatchObject({ id: 'other', exact: true });
    expect(hits[0]!.score).toBeGreaterThan(1);
    expect(hits.map(({ id }) => id)).toContain('wheel');
  });
});

describe('meaning', () => {
  it('ranks by cosine and finds passages without a vector by words only', async () => {
    await index.upsert(organization, [
      passage('near', 'alpha', { vector: Float32Array.from([1, 0.1, 0, 0]) }),
      passage('far', 'beta', { vector: Float32Array.from([0, 1, 0, 0]) }),
      passage('none', 'gamma'),
    ]);
    const vector = Float32Array.from([1, 0, 0, 0]);
    const { hits } = await index.search(organization, { text: 'zeta', vector, mode: 'semantic', limit: 10 });
    expect(hits.map(({ id }) => id)).toEqual(['near', 'far']);
    expect(hits[0]!.similarity).toBeCloseTo(0.995, 3);
    expect(hits[0]!.keyword_score).toBeNull();
    expect(await find('gamma', { mode: 'hybrid', vector })).toContain('none');
    expect(await find('gamma', { mode: 'semantic' })).toEqual([]);
  });

  it('refuses a vector of another length', async () => {
    const wrong = passage('x', 'x', { vector: new Float32Array(3) });
    await expect(index.upsert(organization, [wrong])).rejects.toThrow('passage x: 3 dimensions, not 4');
  });

  it('answers the same once the vectors are divided into cells', async () => {
    const many = Array.from({ length: 5000 }, (_, i) =>
      passage(`p${i}`, `item ${i}`, {
        document_type: i === 4321 ? 'SB' : 'AMM',
        vector: i % 10 === 0 ? null : Float32Array.from([Math.cos(i), Math.sin(i), Math.cos(i * 7), 1]),
      }),
    );
    await index.upsert(organization, many);
    const semantic = { mode: 'semantic' as const, vector: Float32Array.from([1, 0, 1, 1]), limit: 50 };
    const before = await find('x', semantic);
    await index.optimize(organization);
    await index.optimize(organization);
    expect(await find('x', semantic)).toEqual(before);
    expect(await find('x', { ...semantic, filter: { document_types: ['SB'] } })).toEqual(['p4321']);
    await index.upsert(organization, [passage('new', 'late', { vector: Float32Array.from([1, 0, 1, 1]) })]);
    expect((await find('x', semantic))[0]).toBe('new');
  });
});

describe('filter', () => {
  it('restricts by type, aircraft, document and ATA chapter', async () => {
    await index.upsert(organization, [
      passage('a', 'pump', { document_type: 'AMM', aircraft_type: "O'NEILL 1", ata_chapter: '32-11-00' }),
      passage('b', 'pump', { document_type: 'CMM', aircraft_type: 'TP-70', ata_chapter: '32' }),
      passage('c', 'pump', { document_type: 'CMM', aircraft_type: 'TP-80', ata_chapter: '3' }),
      passage('d', 'pump', { document_type: 'SB', aircraft_type: 'TP-80' }),
    ]);
    expect((await find('pump', { filter: { document_types: ['CMM', 'SB'] } })).sort()).toEqual(['b', 'c', 'd']);
    expect(await find('pump', { filter: { aircraft_types: ["O'NEILL 1"] } })).toEqual(['a']);
    expect(await find('pump', { filter: { document_ids: ['doc_c'] } })).toEqual(['c']);
    expect((await find('pump', { filter: { ata_chapters: ['32'] } })).sort()).toEqual(['a', 'b']);
    expect(await find('pump', { filter: { ata_chapters: ['32-11'] } })).toEqual(['a']);
    expect(await find('pump', { filter: { ata_chapters: ['%', "' OR 1=1 --"] } })).toEqual([]);
    expect(await find('pump', { filter: { aircraft_types: ['\\', '\0', '"'] } })).toEqual([]);
  });
});
