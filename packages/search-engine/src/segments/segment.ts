import { countPostings, HEADING_WEIGHT, type PostingLists, type Rows } from './posting-lists.js';
import { indexIn } from './sorted-values.js';

/** Columns of a segment. Row `i` is a passage. Immutable. */
export interface SegmentColumns {
  ids: string[];
  /** Passage numbers within the library, ascending and never reused. */
  numbers: Uint32Array;
  /** Slot of its revision. */
  revisions: Uint32Array;
  pages: Uint32Array;
  prints: Float64Array;
  /** Term numbers: title, headings, body and identifiers of each passage. */
  tokens: Uint32Array;
  /** Start of each passage in `tokens`, and the end. */
  starts: Uint32Array;
  bodies: Uint32Array;
  identifiers: Uint32Array;
  /** One byte per dimension; zeros without a vector. */
  vectors: Int8Array;
  hasVector: Uint8Array;
  /** Numbers of written words, ascending within a run of passages of one revision. */
  words: Uint32Array;
  runRows: Uint32Array;
  runWords: Uint32Array;
}

/** Rows with a term, ascending, and its occurrences in each. */
export interface Postings {
  rows: Rows;
  counts: Uint8Array;
}

const NONE: Postings = { rows: new Uint16Array(0), counts: new Uint8Array(0) };

/** Passages with their posting lists. Immutable: replaced passages stay until a merge and are skipped by the slot of their revision. */
export class Segment {
  readonly rows: number;
  readonly lengths: Uint16Array;
  readonly words: number;

  constructor(
    readonly columns: SegmentColumns,
    readonly lists: PostingLists = countPostings(columns),
  ) {
    const { starts, bodies, identifiers, ids } = columns;
    this.rows = ids.length;
    this.lengths = new Uint16Array(this.rows);
    for (let row = 0; row < this.rows; row += 1) {
      const words = identifiers[row]! - bodies[row]! + HEADING_WEIGHT * (bodies[row]! - starts[row]!);
      this.lengths[row] = Math.min(words, 0xffff);
    }
    this.words = this.lengths.reduce((sum, length) => sum + length, 0);
  }

  postings(term: number): Postings {
    const { terms, offsets, rows, counts } = this.lists;
    const index = indexIn(terms, term);
    if (index < 0) return NONE;
    const [from, to] = [offsets[index]!, offsets[index + 1]!];
    return { rows: rows.subarray(from, to), counts: counts.subarray(from, to) };
  }

  frequency(term: number): number {
    const { terms, offsets } = this.lists;
    const index = indexIn(terms, term);
    return index < 0 ? 0 : offsets[index + 1]! - offsets[index]!;
  }

  /** Whether one of the ascending rows contains the written word. `isOpen` selects rows. */
  hasWord(word: number, rows: Rows, isOpen: (row: number) => boolean): boolean {
    const { words, runRows, runWords } = this.columns;
    let [run, hasIt] = [-1, false];
    for (const row of rows) {
      if (!isOpen(row)) continue;
      const from = run;
      while (run + 1 < runRows.length && runRows[run + 1]! <= row) run += 1;
      if (run !== from) hasIt = indexIn(words.subarray(runWords[run], runWords[run + 1]), word) >= 0;
      if (hasIt) return true;
    }
    return false;
  }

  /** The row of a passage; -1 if it is in another segment. */
  rowOf(number: number): number {
    return indexIn(this.columns.numbers, number);
  }

  get bytes(): number {
    const { ids, tokens, vectors, words } = this.columns;
    const { terms, rows, counts } = this.lists;
    const inLists = rows.byteLength + counts.byteLength + terms.byteLength * 2;
    return ids.length * 120 + tokens.byteLength + vectors.byteLength + words.byteLength + inLists;
  }
}
