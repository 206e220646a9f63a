import { emptyColumns } from './columns.js';
import { mergeSegments } from './merge-segments.js';
import { countPostings, type PostingLists } from './posting-lists.js';
import { Segment } from './segment.js';

const DIMENSIONS = 2;

/** Passages of a word or several each, of these slots. */
function segmentOf(slots: number[], passages: number[][], firstNumber = 1): Segment {
  const columns = emptyColumns(passages.length, DIMENSIONS);
  columns.tokens = Uint32Array.from(passages.flat());
  passages.forEach((tokens, row) => {
    columns.ids[row] = `passage_${firstNumber + row}`;
    columns.numbers[row] = firstNumber + row;
    columns.revisions[row] = slots[row]!;
    columns.bodies[row] = columns.starts[row]! + 1;
    columns.starts[row + 1] = columns.identifiers[row] = columns.starts[row]! + tokens.length;
    columns.vectors.fill(firstNumber + row, row * DIMENSIONS, (row + 1) * DIMENSIONS);
  });
  return new Segment(columns);
}

const plain = ({ terms, offsets, rows, counts }: PostingLists): number[][] =>
  [terms, offsets, rows, counts].map((column) => [...column]);

describe('mergeSegments', () => {
  const first = segmentOf(
    [0, 0, 1, 2],
    [
      [5, 7, 7],
      [5, 9],
      [11, 5],
      [7, 13, 0, 13],
    ],
  );
  const second = segmentOf([3, 1, 3], [[9, 9, 2], [11], [2, 7]], 5);

  it('has the same lists as a new count of the words', () => {
    const merged = mergeSegments([first, second], () => true, DIMENSIONS)!;
    expect(merged.rows).toBe(7);
    expect(plain(merged.lists)).toEqual(plain(countPostings(merged.columns)));
    expect([...merged.postings(7).rows]).toEqual([0, 3, 6]);
  });

  it('leaves out revisions that are no more, and the words that only they had', () => {
    const merged = mergeSegments([first, second], (slot) => slot !== 1, DIMENSIONS)!;
    expect(merged.columns.ids).toEqual([1, 2, 4, 5, 7].map((number) => `passage_${number}`));
    expect([...merged.columns.vectors]).toEqual([1, 1, 2, 2, 4, 4, 5, 5, 7, 7]);
    expect(plain(merged.lists)).toEqual(plain(countPostings(merged.columns)));
    expect(merged.frequency(11)).toBe(0);
  });

  it('is nothing when nothing is left', () => {
    expect(mergeSegments([first, second], () => false, DIMENSIONS)).toBeNull();
  });

  it('tells the rows of very large segments apart', () => {
    const rows = 0x10000 + 2;
    const large = segmentOf(
      Array.from({ length: rows }, () => 0),
      Array.from({ length: rows }, (_, row) => [row < 2 ? 3 : 4]),
    );
    const merged = mergeSegments([large, first], () => true, DIMENSIONS)!;
    expect([...large.postings(4).rows].at(-1)).toBe(rows - 1);
    expect([...merged.postings(13).rows]).toEqual([rows + 3]);
  });
});
