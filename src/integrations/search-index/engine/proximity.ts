import type { SegmentColumns } from './segment.js';

/** Words of a query whose neighbourhood is looked at; long questions have their subject in fewer. */
export const MAX_WORDS = 16;

/** Words further apart than this have nothing to do with each other. */
const REACH = 12;

/** The query's words by term number, for one search after the other. */
export class WordMarks {
  /** Where each word was seen last, and how near each pair of words stood: for one passage after the other. */
  readonly lastAt = new Int32Array(MAX_WORDS);
  readonly nearest = new Float64Array(MAX_WORDS * MAX_WORDS);
  private marks = new Uint8Array(0);
  private marked: number[] = [];

  /** Forgets the last query. */
  begin(vocabularySize: number): void {
    for (const term of this.marked) this.marks[term] = 0;
    this.marked = [];
    if (this.marks.length < vocabularySize) this.marks = new Uint8Array(Math.ceil(vocabularySize * 1.25));
  }

  /** The term stands for the word at this place of the query, unless it stands for another already. */
  set(term: number, place: number): void {
    if (this.marks[term] !== 0) return;
    this.marks[term] = place + 1;
    this.marked.push(term);
  }

  /** 1 + place of the word that the term stands for; 0 when for none. */
  get(term: number): number {
    return this.marks[term]!;
  }
}

/**
 * How near the query's words stand to each other in a passage: for each pair of different words, the worth of the lesser
 * one, divided by their least distance. Words of headings count as those of the body.
 *
 * @param worth inverse frequencies of the query's words, by place
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
      // Words in the order of the query, where they stand there side by side, are most of a phrase.
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
