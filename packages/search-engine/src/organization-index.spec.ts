import { EVERYBODY } from './visibility/audience.js';
import type { IndexQuery } from './index-query.js';
import type { IndexedPassage, IndexedRevision } from './engine.types.js';
import { OrganizationIndex } from './organization-index.js';

const SPACE = { model: 'test', dimensions: 4 };

function revision(id: string, overrides: Partial<IndexedRevision> = {}): IndexedRevision {
  return {
    id,
    document_id: `doc ${id}`,
    title: 'Landing gear',
    document_number: null,
    document_type: 'AMM',
    aircraft_type: 'TR46',
    ata_chapter: '32-11-00',
    status: 'active',
    audience: EVERYBODY,
    text_version: '1',
    ...overrides,
  };
}

function passage(id: string, body: string, overrides: Partial<IndexedPassage> = {}): IndexedPassage {
  return {
    ...{ id, page_number: 1, section: '', body, conditions: '' },
    ...{ identifiers: [], own_identifiers: [], vector: null, ...overrides },
  };
}

/** An index with one revision for each entry, its passages by the words of each. */
function indexOf(library: Record<string, string[]>): OrganizationIndex {
  const index = new OrganizationIndex(SPACE);
  for (const [id, bodies] of Object.entries(library)) {
    index.put(
      revision(id),
      bodies.map((body, i) => passage(`${id}${i}`, body)),
    );
  }
  return index;
}

function find(index: OrganizationIndex, text: string, query: Partial<IndexQuery> = {}): string[] {
  return index
    .search({ reader: 'everything', text, vector: null, mode: 'hybrid', limit: 10, ...query })
    .hits.map(({ id }) => id);
}

const vector = (...values: number[]): Float32Array => Float32Array.from(values);

describe('finding by words', () => {
  it('prefers the passage in which the words stand side by side', () => {
    const index = indexOf({
      a: ['The side of the wheel well has a placard; the brace of the seat is grey.', 'Install the side brace.'],
      b: ['The nut of the side window and the cargo net brace are painted.'],
    });
    expect(find(index, 'side brace')[0]).toBe('a1');
  });

  it('finds words in every form, and titles and headings before bodies', () => {
    const index = new OrganizationIndex(SPACE);
    index.put(revision('a'), [passage('body', 'Inspect the brake units of the wheels and the tyres once a day.')]);
    index.put(revision('b'), [passage('heading', 'Look at both sides.', { section: 'Inspection of the brakes' })]);
    expect(find(index, 'brake inspections')).toEqual(['heading', 'body']);
  });

  it('finds nothing for words that nobody wrote, and nothing in an empty index', () => {
    expect(find(indexOf({ a: ['hydraulic pump'] }), 'xqzv')).toEqual([]);
    expect(find(new OrganizationIndex(SPACE), 'pump', { vector: vector(1, 0, 0, 0) })).toEqual([]);
  });

  it('mends a word that nobody wrote and says so', () => {
    const index = indexOf({ a: ['Torque the nut.'], b: ['Grease the bearing.'] });
    const { hits, corrections } = index.search({
      reader: 'everything',
      text: 'bearng',
      vector: null,
      mode: 'keyword',
      limit: 10,
    });
    expect(hits.map(({ id }) => id)).toEqual(['b0']);
    expect(corrections).toEqual([{ word: 'bearng', used: 'bearing' }]);
    expect(
      index.search({ reader: 'everything', text: 'bearng', vector: null, mode: 'semantic', limit: 10 }).corrections,
    ).toEqual([]);
  });

  it('never mends a number or an identifier', () => {
    const index = indexOf({ a: ['Part TA32-11047-3, 2715 lbf.'] });
    for (const text of ['TA32-11047-4', '2716', 'TA32-11048-3']) expect(find(index, text)).not.toContain('a9');
    expect(
      index.search({ reader: 'everything', text: '2716', vector: null, mode: 'keyword', limit: 5 }).corrections,
    ).toEqual([]);
  });

  it('counts a synonym for the word it stands for', () => {
    const index = indexOf({ a: ['Check the ram air turbine.'], b: ['Check the pump.'] });
    const expansions = [{ from: 0, to: 1, terms: ['ram', 'air', 'turbin'], weight: 0.8 }];
    expect(find(index, 'RAT', { expansions })).toEqual(['a0']);
  });
});

describe('what a query requires and excludes', () => {
  const index = indexOf({
    a: ['Remove the brake unit from the axle.', 'The unit of the brake is changed.'],
    b: ['Install the brake unit on the wheel.'],
  });

  it('finds a phrase in quotes only where it stands so', () => {
    expect(find(index, '"brake unit"').sort()).toEqual(['a0', 'b0']);
    expect(find(index, '"brake unit" axle')).toEqual(expect.arrayContaining(['a0', 'b0']));
    expect(find(index, '"unit brake"')).toEqual([]);
  });

  it('finds a phrase of stop words alone', () => {
    expect(find(index, '"of the"', { mode: 'keyword' })).toEqual(['a1']);
  });

  it('leaves out what has a word with a minus', () => {
    expect(find(index, 'brake unit -axle').sort()).toEqual(['a1', 'b0']);
    expect(find(index, 'brake -"brake unit"')).toEqual(['a1']);
  });

  it('does not let a phrase run from a heading into the body', () => {
    const over = new OrganizationIndex(SPACE);
    over.put(revision('a'), [passage('a0', 'unit of the pump', { section: 'Brake' })]);
    expect(find(over, '"brake unit"')).toEqual([]);
  });
});

describe('identifiers', () => {
  const index = new OrganizationIndex(SPACE);
  index.put(revision('a'), [
    passage('whole', 'Nut TA32-11047-3.', { identifiers: ['TA32-11047-3'] }),
    passage('other', 'Nut TA32-11047-5, nut, nut, nut.', { identifiers: ['TA32-11047-5'] }),
    passage('task', 'Install it.', { identifiers: ['32-11-00-400-801'] }),
  ]);

  it.each([
    ['nut TA32-11047-3', 'whole'],
    ['ta32110473', 'whole'],
    ['32-11-00', 'task'],
  ])('puts who has %j first', (text, first) => {
    const { hits } = index.search({ reader: 'everything', text, vector: null, mode: 'keyword', limit: 5 });
    expect(hits[0]).toMatchObject({ id: first, exact: true });
    expect(hits[0]!.score).toBeGreaterThan(1);
    expect(hits.slice(1).every(({ exact }) => !exact)).toBe(true);
  });

  it.each([
    ['114-5012-1', ['hyphens', 'plain']],
    ['11450121', ['hyphens', 'plain']],
    ['1145012-1', ['hyphens', 'plain']],
    // Another number, though the same without hyphens.
    ['114-50121', ['plain']],
    ['seal -114-5012-1', ['none']],
  ])('finds by %j', (text, ids) => {
    const parts = new OrganizationIndex(SPACE);
    parts.put(revision('a'), [
      passage('hyphens', 'Seal 114-5012-1.', { identifiers: ['114-5012-1'] }),
      passage('plain', 'Seal P/N 11450121.', { identifiers: ['11450121'] }),
      passage('none', 'Seal.'),
    ]);
    expect(find(parts, text).sort()).toEqual(ids);
  });

  it('finds all dash numbers of a part', () => {
    expect(find(index, 'TA32-11047').slice(0, 2).sort()).toEqual(['other', 'whole']);
  });
});

describe('finding by meaning', () => {
  const index = new OrganizationIndex(SPACE);
  index.put(revision('a'), [
    passage('near', 'flat tyre', { vector: vector(1, 0, 0, 0) }),
    passage('far', 'oil filter', { vector: vector(0, 1, 0, 0) }),
    passage('blind', 'flat tyre, no vector'),
  ]);

  it('orders by cosine', () => {
    const { hits } = index.search({
      reader: 'everything',
      text: 'x',
      vector: vector(0.8, 0.6, 0, 0),
      mode: 'semantic',
      limit: 5,
    });
    expect(hits.map(({ id }) => id)).toEqual(['near', 'far']);
    expect(hits[0]!.similarity).toBeCloseTo(0.8, 2);
    expect(hits[0]!.keyword_score).toBeNull();
  });

  it('joins both in a hybrid search', () => {
    const found = find(index, 'oil', { vector: vector(1, 0, 0, 0) });
    expect(new Set(found)).toEqual(new Set(['near', 'far']));
  });

  it('without a vector finds by words alone', () => {
    expect(find(index, 'oil')).toEqual(['far']);
    expect(find(index, 'oil', { mode: 'semantic' })).toEqual([]);
  });

  it('compares all where a filter leaves few of many', () => {
    const many = new OrganizationIndex(SPACE);
    for (let n = 0; n < 50; n += 1) {
      const passages = Array.from({ length: 100 }, (_, i) =>
        passage(`p${n}-${i}`, 'word', { vector: vector(1, n / 100, i / 1000, 0.5) }),
      );
      many.put(revision(`r${n}`, { document_type: n === 49 ? 'FIM' : 'AMM' }), passages);
    }
    const found = many.search({
      ...{ reader: 'everything', text: 'x', vector: vector(1, 0, 0, 0.5), mode: 'semantic', limit: 10 },
      filter: { document_types: ['FIM'] },
    });
    expect(found.hits).toHaveLength(10);
    expect(found.hits.every(({ revision_id: id }) => id === 'r49')).toBe(true);
  });
});

describe('which revisions are searched', () => {
  const index = new OrganizationIndex(SPACE);
  const add = (id: string, overrides: Partial<IndexedRevision>): void =>
    index.put(revision(id, overrides), [passage(`${id}0`, 'brake')]);
  add('active', {});
  add('superseded', { status: 'superseded' });
  add('draft', { status: 'draft' });
  add('srm', { document_type: 'SRM', ata_chapter: '32-1', aircraft_type: 'A320' });
  add('any', { aircraft_type: 'ALL', ata_chapter: null });

  it.each<[string, IndexQuery['filter'], string[]]>([
    ['active ones', {}, ['active0', 'any0', 'srm0']],
    ['superseded ones when asked for', { include_superseded: true }, ['active0', 'any0', 'srm0', 'superseded0']],
    ['those of a type', { document_types: ['SRM'] }, ['srm0']],
    ['those of the aircraft types named', { aircraft_types: ['TR46', 'ALL'] }, ['active0', 'any0']],
    ['those under a chapter, not beside it', { ata_chapters: ['32-11'] }, ['active0']],
    ['those of a document', { document_ids: ['doc any'] }, ['any0']],
    ['all but those named', { except_revision_ids: ['active', 'srm'] }, ['any0']],
  ])('%s', (_, filter, ids) => {
    expect(find(index, 'brake', { filter }).sort()).toEqual(ids);
  });

  it('follows a new description at once', () => {
    expect(index.describe(revision('draft'))).toBe(true);
    expect(find(index, 'brake')).toContain('draft0');
    index.describe(revision('draft', { status: 'draft' }));
    expect(index.describe(revision('nobody'))).toBe(false);
  });
});

describe('change', () => {
  it('replaces a revision whole', () => {
    const index = indexOf({ a: ['old words', 'old pump'] });
    index.put(revision('a', { text_version: '2' }), [passage('new', 'fresh words')]);
    expect(find(index, 'old pump words')).toEqual(['new']);
    expect(index.textVersionOf('a')).toBe('2');
    expect(index.passages).toBe(1);
  });

  it('forgets what is removed', () => {
    const index = indexOf({ a: ['pump'], b: ['pump'] });
    index.remove('a');
    index.remove('nobody');
    expect(find(index, 'pump')).toEqual(['b0']);
    expect(index.textVersionOf('a')).toBeNull();
  });

  it('finds the same after housekeeping as before, however much was replaced', () => {
    const index = new OrganizationIndex(SPACE);
    const words = 'pump valve brake wheel strut hose fitting union filter cap'.split(' ');
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 40; n += 1) {
        const passages = Array.from({ length: 1 + (n % 5) }, (_, i) =>
          passage(`${n}-${i}`, `${words[(n + i + round) % 10]} ${words[(n * 3 + i) % 10]} ${n}`, {
            vector: vector(n, i + 1, round + 1, 1),
          }),
        );
        index.put(revision(`r${n}`), passages);
        if (n % 7 === 0) index.remove(`r${(n + 20) % 40}`);
      }
    }
    const search = (): unknown =>
      words.map((word) => {
        const { hits } = index.search({
          reader: 'everything',
          text: word,
          vector: vector(3, 2, 1, 1),
          mode: 'hybrid',
          limit: 100,
        });
        return hits.map(({ id }) => id).sort();
      });
    const before = search();
    let steps = 0;
    while (index.maintain()) steps += 1;
    expect(steps).toBeGreaterThan(5);
    expect(search()).toEqual(before);
    expect(index.maintain()).toBe(false);
  });

  it.each([
    ['Do not operate below -15 °C.', 'Do not operate below +15 °C.'],
    ['Play must be < 0.5 mm.', 'Play must be > 0.5 mm.'],
    ['Play ≤ 2 mm', 'Play ≥ 2 mm'],
    ['Clearance 10³ mm', 'Clearance 103 mm'],
    ['Resistance 10 mΩ', 'Resistance 10 MΩ'],
    ['Fit 1-2 pins', 'Fit 1/2 pins'],
  ])('tells %j from %j', (one, other) => {
    const { hits } = indexOf({ a: [one, other] }).search({
      text: 'operate play clearance resistance fit',
      ...{ reader: 'everything', vector: null, mode: 'keyword', limit: 10 },
    });
    expect(hits.map(({ fold }) => fold)).toEqual([0, 1]);
  });

  it('tells the same words under another effectivity or warning apart', () => {
    const index = new OrganizationIndex(SPACE);
    index.put(
      revision('a'),
      ['', 'POST SB 32-018'].map((conditions) => passage(`p${conditions}`, 'Torque to 27 N·m.', { conditions })),
    );
    const { hits } = index.search({ reader: 'everything', text: 'torque', vector: null, mode: 'keyword', limit: 10 });
    expect(hits.map(({ fold }) => fold)).toEqual([0, 1]);
  });

  it('recognizes the same text under any heading, and no other text', () => {
    const index = new OrganizationIndex(SPACE);
    index.put(revision('a'), [passage('a0', 'Torque to 27 N·m.', { section: 'one' })]);
    index.put(revision('b'), [passage('b0', 'Torque  to\n27 N·m.', { section: 'two' })]);
    index.put(revision('c'), [passage('c0', 'Torque to 28 N·m.')]);
    index.put(revision('d'), [passage('d0', 'Do not torque to 27 N·m.')]);
    const { hits } = index.search({ reader: 'everything', text: 'torque', vector: null, mode: 'keyword', limit: 10 });
    const fold = Object.fromEntries(hits.map((hit) => [hit.id, hit.fold]));
    expect(fold.a0).toBe(fold.b0);
    expect(new Set([fold.a0, fold.c0, fold.d0]).size).toBe(3);
  });
});
