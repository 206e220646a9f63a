import fc from 'fast-check';
import { indexedPassage, indexedRevision } from '../../../../test/factories/indexed-passage.factory.js';
import type { IndexAnswer, IndexQuery, IndexReader } from '../index-query.js';
import { EVERYBODY } from './audience.js';
import type { IndexedPassage, IndexedRevision } from '../engine.types.js';
import { OrganizationIndex } from '../organization-index.js';

const SPACE = { model: 'm', dimensions: 4 };
const LIBRARIES = 1_000;
const TEAMS = ['team_a', 'team_b'];

/** Words that differ by a letter or an ending: what a hidden manual has is near to what a visible one has. */
const WORDS =
  'bearing bearings baring brake brakes braking brace broke pump pumps pamp valve valves value torque torques torch nut nuts net landing lending'.split(
    ' ',
  );
const TYPED = [...WORDS, 'bearngs', 'beering', 'brakez', 'pumq', 'valvs', 'torqes', 'landin', 'ram air turbine', 'RAT'];
const IDENTIFIERS = ['TA32-11047-1', 'TA32-11047-3', '32-11-30-400-802', 'SB TR46-32-018'];

const word = fc.constantFrom(...WORDS);
const vector = fc
  .array(fc.integer({ min: -3, max: 3 }), { minLength: 4, maxLength: 4 })
  .map((values) => Float32Array.from(values.every((value) => value === 0) ? [1, 0, 0, 0] : values))
  .map((values) => values.map((value) => value / Math.hypot(...values)));

const passage = fc.record({
  body: fc.array(fc.oneof({ weight: 6, arbitrary: word }, { weight: 1, arbitrary: fc.constantFrom(...IDENTIFIERS) }), {
    minLength: 1,
    maxLength: 12,
  }),
  section: fc.array(word, { maxLength: 2 }),
  vector: fc.option(vector),
});

/** Changes to a revision after it is indexed: visible to others, activated, superseded, renamed or removed. */
const revision = fc.record({
  audience: fc.constantFrom(EVERYBODY, ...TEAMS),
  status: fc.constantFrom<IndexedRevision['status']>('active', 'active', 'active', 'superseded', 'draft'),
  before: fc.record({
    audience: fc.constantFrom(EVERYBODY, ...TEAMS),
    status: fc.constantFrom<IndexedRevision['status']>('active', 'draft'),
    isReplaced: fc.boolean(),
  }),
  isShared: fc.boolean(),
  isRemoved: fc.nat(5).map((n) => n === 0),
  title: word,
  passages: fc.array(passage, { maxLength: 4 }),
});
type Described = typeof revision extends fc.Arbitrary<infer T> ? T : never;

const query = fc.record({
  text: fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...TYPED) },
        { weight: 1, arbitrary: fc.constantFrom(...IDENTIFIERS, 'TA32-11047', 'ta32110473') },
        { weight: 1, arbitrary: fc.tuple(word, word).map((pair) => `"${pair.join(' ')}"`) },
        { weight: 1, arbitrary: word.map((one) => `-${one}`) },
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((words) => words.join(' ')),
  vector: fc.option(vector),
  mode: fc.constantFrom<IndexQuery['mode']>('hybrid', 'keyword', 'semantic'),
  limit: fc.constantFrom(1, 3, 100),
  filter: fc.record({
    include_superseded: fc.boolean(),
    document_types: fc.boolean().map((has) => (has ? ['AMM'] : undefined)),
  }),
  expansions: fc.boolean().map((has) => (has ? [{ from: 0, to: 1, terms: ['brake', 'valv'], weight: 0.8 }] : [])),
});

const world = fc.record({
  library: fc.array(revision, { maxLength: 10 }),
  tidies: fc.boolean(),
  team: fc.constantFrom(null, ...TEAMS),
  queries: fc.array(query, { minLength: 4, maxLength: 4 }),
});

function entryOf(one: Described, n: number): { revision: IndexedRevision; passages: IndexedPassage[] } {
  const { audience, status, title } = one;
  const id = `rev_${n}`;
  const document_type = n % 3 === 0 ? 'SB' : 'AMM';
  return {
    revision: indexedRevision(id, { audience, status, title, document_type }),
    passages: one.passages.map(({ body, section, vector: at }, i) =>
      indexedPassage(`${id} ${i}`, body.join(' '), { section: section.join(' '), vector: at }),
    ),
  };
}

/** The index after all documents and their changes. */
function indexOfAll(library: readonly Described[], tidies: boolean): OrganizationIndex {
  const index = new OrganizationIndex(SPACE);
  library.forEach((one, n) => {
    const { revision: put, passages } = entryOf(one, n);
    const { isReplaced, ...before } = one.before;
    if (isReplaced)
      index.put({ ...put, ...before, text_version: '0' }, [indexedPassage('gone', 'landings beerings pumqs')]);
    index.put({ ...put, ...before }, passages);
    if (tidies) index.maintain();
  });
  library.forEach((one, n) => {
    if (one.isRemoved) index.remove(`rev_${n}`);
    else index.describe(entryOf(one, n).revision);
  });
  if (tidies) while (index.maintain());
  return index;
}

function answersOf(
  index: OrganizationIndex,
  reader: IndexReader,
  queries: readonly Omit<IndexQuery, 'reader'>[],
): Omit<IndexAnswer, 'timings'>[] {
  return queries.map((asked) => {
    const { hits, corrections, readable } = index.search({ ...asked, reader });
    return { hits, corrections, readable };
  });
}

describe('what a reader may not see', () => {
  it('changes nothing of any answer', () => {
    let [visible, hidden, found, mended] = [0, 0, 0, 0];
    fc.assert(
      fc.property(world, ({ library, tidies, team, queries }) => {
        const isOpen = ({ audience, isShared }: Described): boolean =>
          audience === EVERYBODY || audience === team || isShared;
        const seen = library.flatMap((one, n) => (isOpen(one) && !one.isRemoved && one.status !== 'draft' ? [n] : []));
        const reader = {
          audiences: team === null ? [] : [team],
          revisions: library.flatMap((one, n) => (one.isShared ? [`rev_${n}`] : [])),
        };
        // Without the hidden ones, in another order, and never anything else than it is now.
        const without = new OrganizationIndex(SPACE);
        for (const n of seen.toReversed())
          without.put(entryOf(library[n]!, n).revision, entryOf(library[n]!, n).passages);
        const expected = answersOf(without, reader, queries);
        expect(JSON.stringify(answersOf(indexOfAll(library, tidies), reader, queries))).toBe(JSON.stringify(expected));
        expect(JSON.stringify(answersOf(without, 'everything', queries))).toBe(JSON.stringify(expected));
        visible += seen.length;
        hidden += library.length - seen.length;
        found += expected.filter(({ hits }) => hits.length > 0).length;
        mended += expected.filter(({ corrections }) => corrections.length > 0).length;
      }),
      { numRuns: LIBRARIES },
    );
    // The generators reach visible, hidden, found and corrected words: about half of the libraries have the rarest of them.
    expect(Math.min(visible, hidden, found, mended)).toBeGreaterThan(LIBRARIES / 10);
  });
});
