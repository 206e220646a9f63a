import { indexIn } from './sorted-values.js';
import { GAP } from './vocabulary.js';

/** A word in a title or heading counts as often as so many in the body; chosen by measurement (ADR 0019). */
export const HEADING_WEIGHT = 3;

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
}

/** Passages that have a term, ascending, and how often each has it. */
export interface Postings {
  rows: Uint32Array;
  counts: Uint8Array;
}

const NONE: Postings = { rows: new Uint32Array(0), counts: new Uint8Array(0) };

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
  private readonly terms: Uint32Array;
  private readonly offsets: Uint32Array;
  private readonly postedRows: Uint32Array;
  private readonly postedCounts: Uint8Array;

  constructor(readonly columns: SegmentColumns) {
    const { starts, bodies, identifiers, tokens, ids } = columns;
    this.rows = ids.length;
    this.lengths = new Uint16Array(this.rows);
    const { lastRow, cursors } = scratchFor(tokens);
    const terms: number[] = [];
    let postings = 0;
    for (let row = 0; row < this.rows; row += 1) {
      for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
        const term = tokens[at]!;
        if (term === GAP || lastRow[term] === row + 1) continue;
        if (lastRow[term] === 0) terms.push(term);
        lastRow[term] = row + 1;
        cursors[term]! += 1;
        postings += 1;
      }
      const words = identifiers[row]! - bodies[row]! + HEADING_WEIGHT * (bodies[row]! - starts[row]!);
      this.lengths[row] = Math.min(words, 0xffff);
    }
    this.words = this.lengths.reduce((sum, length) => sum + length, 0);
    this.terms = Uint32Array.from(terms).sort();
    this.offsets = new Uint32Array(terms.length + 1);
    this.terms.forEach((term, index) => {
      this.offsets[index + 1] = this.offsets[index]! + cursors[term]!;
      cursors[term] = this.offsets[index]!;
      lastRow[term] = 0;
    });
    this.postedRows = new Uint32Array(postings);
    this.postedCounts = new Uint8Array(postings);
    for (let row = 0; row < this.rows; row += 1) {
      for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
        const term = tokens[at]!;
        if (term === GAP) continue;
        if (lastRow[term] !== row + 1) {
          lastRow[term] = row + 1;
          this.postedRows[cursors[term]!++] = row;
        }
        const posting = cursors[term]! - 1;
        const weight = at < bodies[row]! ? HEADING_WEIGHT : 1;
        this.postedCounts[posting] = Math.min(255, this.postedCounts[posting]! + weight);
      }
    }
    for (const term of terms) lastRow[term] = cursors[term] = 0;
  }

  /** Who has the term. */
  postings(term: number): Postings {
    const index = this.indexOf(term);
    if (index < 0) return NONE;
    const from = this.offsets[index]!;
    const to = this.offsets[index + 1]!;
    return { rows: this.postedRows.subarray(from, to), counts: this.postedCounts.subarray(from, to) };
  }

  /** How many have the term. */
  frequency(term: number): number {
    const index = this.indexOf(term);
    return index < 0 ? 0 : this.offsets[index + 1]! - this.offsets[index]!;
  }

  /** The row of a passage by its number; -1 when it is in another segment. */
  rowOf(number: number): number {
    return indexIn(this.columns.numbers, number);
  }

  get bytes(): number {
    const { ids, tokens, vectors } = this.columns;
    return (
      ids.length * 120 + tokens.byteLength + vectors.byteLength + this.postedRows.length * 5 + this.terms.length * 8
    );
  }

  private indexOf(term: number): number {
    return indexIn(this.terms, term);
  }
}

const scratch = { lastRow: new Uint32Array(0), cursors: new Uint32Array(0) };

/** By term: the row + 1 in which it was seen last, and a count; zeros, and to be left so. Making them anew for every segment took longer than filling it. */
function scratchFor(tokens: Uint32Array): typeof scratch {
  const highest = tokens.reduce((most, token) => (token > most ? token : most), 0);
  if (scratch.lastRow.length <= highest) {
    scratch.lastRow = new Uint32Array(Math.ceil((highest + 1) * 1.25));
    scratch.cursors = new Uint32Array(scratch.lastRow.length);
  }
  return scratch;
}
