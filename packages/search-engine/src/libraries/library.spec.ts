import { indexedPassage, indexedRevision } from '../../../../test/factories/indexed-passage.factory.js';
import type { IndexedPassage, IndexedRevision } from '../engine.types.js';
import { EVERYBODY } from '../visibility/audience.js';
import { Library } from './library.js';
import { Vocabulary } from '../segments/vocabulary.js';

const DIMENSIONS = 16;
/** As many as have a graph. */
const STANDING = 4_001;
const ROUNDS = 110;
const PER_ROUND = 80;

const emptyLibrary = (): Library => new Library({ model: 'm', dimensions: DIMENSIONS }, new Vocabulary(), EVERYBODY);

/** A unit vector like no other, the same for the same seed. */
function vectorOf(seed: number): Float32Array {
  let state = seed * 2_654_435_761 + 1;
  const values = Float32Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

describe('a library whose revisions are replaced again and again', () => {
  it('finds by meaning all the while, and keeps few vectors of what is gone', () => {
    const library = emptyLibrary();
    const passages = (count: number, seed: number) =>
      Array.from({ length: count }, (_, i) => indexedPassage(`p${seed + i}`, 'pump', { vector: vectorOf(seed + i) }));
    const put = (revision: IndexedRevision, all: IndexedPassage[]): void => {
      for (let at = 0; at < all.length; at += 5) library.append(revision, all.slice(at, at + 5));
      library.finish(revision);
    };
    const nearest = (seed: number) => library.graph.made!.graph.nearest(vectorOf(seed), 1);
    put(indexedRevision('standing'), passages(STANDING, 0));
    let largest = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const number = library.nextNumber;
      put(indexedRevision('changing'), passages(PER_ROUND, 10_000 + round * PER_ROUND));
      while (library.maintain());
      expect(nearest(10_000 + round * PER_ROUND)).toEqual([number]);
      largest = Math.max(largest, library.graph.made!.graph.size);
    }
    expect(nearest(7)).toEqual([8]);
    expect(ROUNDS * PER_ROUND).toBeGreaterThan(2 * STANDING);
    expect(largest).toBeLessThan(2 * (STANDING + PER_ROUND) + 1_100);
  });

  it('fills the graph between searches, and has none where comparing is as fast', () => {
    const library = emptyLibrary();
    const add = (id: string, count: number, seed: number): void => {
      library.append(
        indexedRevision(id),
        Array.from({ length: count }, (_, i) => indexedPassage(`${id}${i}`, 'pump', { vector: vectorOf(seed + i) })),
      );
      library.finish(indexedRevision(id));
    };
    add('a', STANDING - 1, 0);
    while (library.maintain());
    expect(library.graph.made).toBeNull();
    add('b', 10, 5_000);
    expect(library.maintain()).toBe(true);
    expect(library.graph.made).toMatchObject({ upTo: 251, graph: { size: 250 } });
    while (library.maintain());
    expect(library.graph.made).toMatchObject({ upTo: STANDING + 10, graph: { size: STANDING + 9 } });
  });

  it('rebuilds the graph without what moved to another audience', () => {
    const [library, other] = [emptyLibrary(), emptyLibrary()];
    const passages = (id: string, count: number, seed: number) =>
      Array.from({ length: count }, (_, i) => indexedPassage(`${id}${i}`, 'pump', { vector: vectorOf(seed + i) }));
    for (const [id, count, seed] of [
      ['stays', STANDING, 0],
      ['goes', 20, 5_000],
    ] as const) {
      library.append(indexedRevision(id), passages(id, count, seed));
      library.finish(indexedRevision(id));
    }
    while (library.maintain());
    other.adopt(indexedRevision('goes', { audience: 'team' }), library);
    expect(other.find('goes')).toMatchObject({ first: 1, rows: 20, isAlive: true });
    expect(other.segments[0]!.columns.ids).toEqual(passages('goes', 20, 0).map(({ id }) => id));
    expect(library.find('goes')).toBeNull();
    while (library.maintain());
    expect(library.graph.made!.graph.size).toBe(STANDING);
  });

  it('finds nothing of a revision that is not whole, nor ever of one that was given up', () => {
    const library = emptyLibrary();
    const one = (id: string, seed: number) => indexedPassage(id, 'pump', { vector: vectorOf(seed) });
    library.append(indexedRevision('a'), [one('a1', 1)]);
    expect([library.alive, library.find('a')]).toEqual([0, null]);
    library.discard();
    library.append(indexedRevision('b'), [one('b1', 2)]);
    library.append(indexedRevision('c'), [one('c1', 3)]);
    library.append(indexedRevision('c'), [one('c2', 4)]);
    library.finish(indexedRevision('c'));
    expect(library.segments.map(({ columns }) => columns.ids)).toEqual([['c1', 'c2']]);
    expect([library.find('b'), library.find('c')?.rows, library.slots.length]).toEqual([null, 2, 1]);
    library.finish(indexedRevision('c', { text_version: '2' }));
    expect(library.find('c')).toMatchObject({ rows: 0, revision: { text_version: '2' } });
  });

  it('gives the places of revisions without passages to others', () => {
    const library = emptyLibrary();
    for (let round = 0; round < 10; round += 1) {
      library.finish(indexedRevision(`scan ${round}`));
      library.remove(`scan ${round}`);
      library.finish(indexedRevision('blank', { text_version: String(round) }));
    }
    expect(library.slots.length).toBeLessThanOrEqual(2);
  });
});
