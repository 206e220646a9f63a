import { indexedPassage, indexedRevision } from '../../../../test/factories/indexed-passage.factory.js';
import type { IndexedPassage, IndexedRevision } from './engine.types.js';
import { Library } from './library.js';

const DIMENSIONS = 16;
const STANDING = 200;
const ROUNDS = 400;
const PER_ROUND = 8;

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
    const library = new Library({ model: 'm', dimensions: DIMENSIONS });
    const passages = (count: number, seed: number) =>
      Array.from({ length: count }, (_, i) => indexedPassage(`p${seed + i}`, 'pump', { vector: vectorOf(seed + i) }));
    const put = (revision: IndexedRevision, all: IndexedPassage[]): void => {
      for (let at = 0; at < all.length; at += 5) library.append(revision, all.slice(at, at + 5));
      library.finish(revision);
    };
    put(indexedRevision('standing'), passages(STANDING, 0));
    let largest = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const number = library.nextNumber;
      put(indexedRevision('changing'), passages(PER_ROUND, 1_000 + round * PER_ROUND));
      expect(library.graph.nearest(vectorOf(1_000 + round * PER_ROUND), 1)).toEqual([number]);
      largest = Math.max(largest, library.graph.size);
      if (round % 10 === 0) while (library.tidy());
    }
    while (library.tidy());
    expect(library.graph.nearest(vectorOf(7), 1)).toEqual([8]);
    expect(ROUNDS * PER_ROUND).toBeGreaterThan(3_000);
    expect(largest).toBeLessThan(1_600);
  });

  it('finds nothing of a revision that is not whole, nor ever of one that was given up', () => {
    const library = new Library({ model: 'm', dimensions: DIMENSIONS });
    const one = (id: string, seed: number) => indexedPassage(id, 'pump', { vector: vectorOf(seed) });
    library.append(indexedRevision('a'), [one('a1', 1)]);
    expect([library.rows, library.find('a')]).toEqual([0, null]);
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
    const library = new Library({ model: 'm', dimensions: DIMENSIONS });
    for (let round = 0; round < 10; round += 1) {
      library.finish(indexedRevision(`scan ${round}`));
      library.remove(`scan ${round}`);
      library.finish(indexedRevision('blank', { text_version: String(round) }));
    }
    expect(library.slots.length).toBeLessThanOrEqual(2);
  });
});
