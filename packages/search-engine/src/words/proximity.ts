import type { SegmentColumns } from '../segments/segment.js';

/** Words of a query examined; the subject of a long question is in fewer. */
export const MAX_WORDS = 16;

/** Words further apart are considered unrelated. */
const REACH = 12;

/** The query's words by term number. Reused between searches. */
export class WordMarks {
  /** Last position of each word, and the least distance of each pair. Reused between passages. */
  readonly lastAt = new Int32Array(MAX_WORDS);
  readonly nearest = new Float64Array(MAX_WORDS * MAX_WORDS);
  private marks = new Uint8Array(0);
  private marked: number[] = [];

  begin(vocabularySize: number): void {
    for (const term of this.marked) this.marks[term] = 0;
    this.marked = [];
    if (this.marks.length < vocabularySize) this.marks = new Uint8Array(Math.ceil(vocabularySize * 1.25));
  }

  /** Marks the term as the word at this index, unless it is marked already. */
  set(term: number, place: number): void {
    if (this.marks[term] !== 0) return;
    this.marks[term] = place + 1;
    this.marked.push(term);
  }

  /** 1 + index of the word; 0 for other terms. */
  get(term: number): number {
    return this.marks[term]!;
  }
}

/**
 * Proximity score of a passage: for each pair of words, the lower weight divided by the least distance. Headings count like the body.
 * @param worth inverse document frequencies of the words, by index
 */
export function proximity(columns: SegmentColumns, row: number, marks: WordMarks, worth: readonly number[]): number {
  const { tokens, starts, identifiers } = columns;
  const words = worth.length;
  const lastAt = marks.lastAt.fill(-1, 0, words);
  const nearest = marks.nearest.fill(0, 0, words * words);
  const from = starts[row]!;
  for (let at = from; at < identifiers[row]!; at += 1) {
    const mark = marks.get(tokens[at]!);
    if (mark === 0) continue;
    const word = mark - 1;
    for (let other = 0; other < words; other += 1) {
      const last = lastAt[other]!;
      if (last < 0 || other === word) continue;
      const distance = at - last;
      if (distance > REACH) continue;
      // Order is ignored: adjacent words are most of a phrase either way.
      const closeness = 1 / distance;
      const pair = other < word ? other * words + word : word * words + other;
      if (closeness > nearest[pair]!) nearest[pair] = closeness;
    }
    lastAt[word] = at;
  }
  let sum = 0;
  for (let a = 0; a < words; a += 1) {
    for (let b = a + 1; b < words; b += 1) {
      sum += nearest[a * words + b]! * Math.min(worth[a]!, worth[b]!);
    }
  }
  return sum;
}
