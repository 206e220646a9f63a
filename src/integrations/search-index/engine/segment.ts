import { countPostings, HEADING_WEIGHT, type PostingLists, type Rows } from './posting-lists.js';
import { indexIn } from './sorted-values.js';

/** What a segment is made of, by column; passage `i` is row `i`. Nothing in it ever changes. */
export interface SegmentColumns {
  ids: string[];
  /** Number of the passage within the organization, ascending, never given twice. */
  numbers: Uint32Array;
  /** Slot of its revision. */
  revisions: Uint32Array;
  pages: Uint32Array;
  /** Hash of the body and its conditions: equal ones are the same text. */
  prints: Float64Array;
  /** Numbers of terms: title, headings, body, identifiers of one passage after the other. */
  tokens: Uint32Array;
  /** Where in `tokens` each passage begins; one more at the end. */
  starts: Uint32Array;
  /** Where its body begins. */
  bodies: Uint32Array;
  /** Where its identifiers begin. */
  identifiers: Uint32Array;
  /** One byte a dimension; zeros for a passage without vector. */
  vectors: Int8Array;
  hasVector: Uint8Array;
  /** Numbers of the words that passages have as they are written: ascending within a run of passages of one revision. */
  words: Uint32Array;
  /** First row of each run. */
  runRows: Uint32Array;
  /** Where in `words` those of each run begin; one more at the end. */
  runWords: Uint32Array;
}

/** Passages that have a term, ascending, and how often each has it. */
export interface Postings {
  rows: Rows;
  counts: Uint8Array;
}

const NONE: Postings = { rows: new Uint16Array(0), counts: new Uint8Array(0) };

/**
 * A run of passages with the lists of who has which term. Immutable: replaced passages stay until segments are merged, and
 * are left out by the slot of their revision.
 */
export class Segment {
  readonly rows: number;
  /** Words of each passage, those of headings by their weight. */
  readonly lengths: Uint16Array;
  /** Sum of {@link lengths}. */
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

  /** Who has the term. */
  postings(term: number): Postings {
    const { terms, offsets, rows, counts } = this.lists;
    const index = indexIn(terms, term);
    if (index < 0) return NONE;
    const [from, to] = [offsets[index]!, offsets[index + 1]!];
    return { rows: rows.subarray(from, to), counts: counts.subarray(from, to) };
  }

  /** How many have the term. */
  frequency(term: number): number {
    const { terms, offsets } = this.lists;
    const index = indexIn(terms, term);
    return index < 0 ? 0 : offsets[index + 1]! - offsets[index]!;
  }

  /** Whether a word stands, as it is written, in one of the rows; they are ascending, and `isOpen` lets some of them. */
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

  /** The row of a passage by its number; -1 when it is in another segment. */
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
