import { indexedPassage, indexedRevision } from '../../../../test/factories/indexed-passage.factory.js';
import { OrganizationIndex } from './organization-index.js';

const DIMENSIONS = 8;
const ROUNDS = 400;
const PER_ROUND = 8;

const vectorOf = (seed: number): Float32Array => {
  const values = Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(seed * (i + 1) * 12.9898));
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
};

describe('a library whose revisions are replaced again and again', () => {
  it('goes on finding by meaning, and keeps no more vectors of what is gone than of what is there', () => {
    const index = new OrganizationIndex({ model: 'm', dimensions: DIMENSIONS });
    const standing = Array.from({ length: 200 }, (_, i) => i);
    index.put(
      indexedRevision('standing'),
      standing.map((i) => indexedPassage(`standing-${i}`, 'gasket', { vector: vectorOf(i) })),
    );
    let largest = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const passages = Array.from({ length: PER_ROUND }, (_, i) =>
        indexedPassage(`p${round}-${i}`, 'pump', { vector: vectorOf(1_000 + round * PER_ROUND + i) }),
      );
      index.put(indexedRevision('changing', { text_version: String(round) }), passages);
      if (round % 10 === 0) while (index.tidy());
      largest = Math.max(largest, index.bytes);
      const vector = vectorOf(1_000 + round * PER_ROUND);
      const { hits } = index.search({ text: '', vector, mode: 'semantic', limit: 3 });
      expect(hits[0]?.id).toBe(`p${round}-0`);
    }
    while (index.tidy());
    expect(index.passages).toBe(standing.length + PER_ROUND);
    const { hits } = index.search({ text: '', vector: vectorOf(7), mode: 'semantic', limit: 1 });
    expect(hits[0]?.id).toBe('standing-7');
    // 3,200 were put in: never more than about 1,500 of them were there at a time.
    expect(largest).toBeLessThan(2_000 * (DIMENSIONS + 1_000));
  });
});
