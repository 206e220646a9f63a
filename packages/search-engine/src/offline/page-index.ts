import { pageTerms } from './page-terms.js';

/** Rows of a term in {@link PageIndex}, ascending, with its count in each. */
export interface Postings {
  pages: Uint32Array;
  counts: Uint32Array;
}

/** Adds up the pages of a package, and writes the index that {@link PageIndex} reads. */
export class PageIndexWriter {
  private readonly postings = new Map<string, number[]>();
  private readonly lengths: number[] = [];

  /** Pages are numbered in the order of the calls, from 0. */
  add(text: string, ofDocument: readonly string[]): void {
    const page = this.lengths.length;
    const { counts, words } = pageTerms(text, ofDocument);
    this.lengths.push(words);
    for (const [term, count] of counts) {
      const known = this.postings.get(term);
      if (known) known.push(page, count);
      else this.postings.set(term, [page, count]);
    }
  }

  /** Sizes of the three parts as 32-bit numbers; terms in order of UTF-16, one a line; their postings; lengths of the pages. */
  finish(): Uint8Array {
    const terms = [...this.postings.keys()].sort();
    const [postings, lengths] = [new ByteWriter(), new ByteWriter()];
    for (const term of terms) writePostings(postings, this.postings.get(term)!);
    lengths.number(this.lengths.length);
    for (const length of this.lengths) lengths.number(length);
    const parts = [new TextEncoder().encode(terms.join('\n')), postings.bytes(), lengths.bytes()];
    const made = new Uint8Array(12 + parts.reduce((sum, { length }) => sum + length, 0));
    const header = new DataView(made.buffer);
    let offset = 12;
    parts.forEach((part, index) => {
      header.setUint32(index * 4, part.length, true);
      made.set(part, offset);
      offset += part.length;
    });
    return made;
  }
}

/** Index of pages in memory: terms by binary search, postings decoded when they are read. */
export class PageIndex {
  readonly terms: readonly string[];
  readonly lengths: Uint32Array;
  readonly averageLength: number;
  private readonly postings: Uint8Array;
  private readonly offsets: Uint32Array;

  /** @throws RangeError for content that is not an index */
  constructor(content: Uint8Array) {
    const header = new DataView(content.buffer, content.byteOffset, content.byteLength);
    const [terms = 0, postings = 0, lengths = 0] = [0, 4, 8].map((at) => header.getUint32(at, true));
    if (12 + terms + postings + lengths !== content.length) throw new RangeError('not an index of pages');
    const text = new TextDecoder().decode(content.subarray(12, 12 + terms));
    this.terms = text === '' ? [] : text.split('\n');
    this.postings = content.subarray(12 + terms, 12 + terms + postings);
    const reader = new ByteReader(content.subarray(12 + terms + postings));
    this.lengths = Uint32Array.from({ length: reader.number() }, () => reader.number());
    this.averageLength = this.lengths.reduce((sum, length) => sum + length, 0) / Math.max(this.lengths.length, 1);
    this.offsets = this.offsetsOf();
  }

  /** Null for a term that no page has. */
  find(term: string): Postings | null {
    const at = this.place(term);
    return this.terms[at] === term ? this.at(at) : null;
  }

  /** Terms that begin so, the most frequent first. */
  beginningWith(beginning: string, limit: number): string[] {
    const found: { term: string; pages: number }[] = [];
    for (let at = this.place(beginning); this.terms[at]?.startsWith(beginning); at += 1)
      found.push({ term: this.terms[at]!, pages: new ByteReader(this.postings, this.offsets[at]).number() });
    found.sort((a, b) => b.pages - a.pages);
    return found.slice(0, limit).map(({ term }) => term);
  }

  private at(index: number): Postings {
    const reader = new ByteReader(this.postings, this.offsets[index]);
    const length = reader.number();
    const [pages, counts] = [new Uint32Array(length), new Uint32Array(length)];
    let page = 0;
    for (let i = 0; i < length; i += 1) {
      const step = reader.number();
      pages[i] = page += step >>> 1;
      counts[i] = (step & 1) === 0 ? 1 : reader.number();
    }
    return { pages, counts };
  }

  /** Index of the first term that is not less. */
  private place(term: string): number {
    let [low, high] = [0, this.terms.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.terms[middle]! < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private offsetsOf(): Uint32Array {
    const reader = new ByteReader(this.postings);
    return Uint32Array.from(this.terms, () => {
      const start = reader.offset;
      for (let left = reader.number(); left > 0; left -= 1) if ((reader.number() & 1) === 1) reader.number();
      return start;
    });
  }
}

/** A count of 1, the usual one, is a bit of the step to its page. */
function writePostings(target: ByteWriter, pairs: readonly number[]): void {
  target.number(pairs.length / 2);
  let before = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    const [page, count] = [pairs[i]!, pairs[i + 1]!];
    target.number(((page - before) << 1) | (count === 1 ? 0 : 1));
    if (count !== 1) target.number(count);
    before = page;
  }
}

/** Numbers with seven bits a byte, the lowest first. */
class ByteWriter {
  private content = new Uint8Array(1024);
  private length = 0;

  number(value: number): void {
    if (this.length + 5 > this.content.length) {
      const larger = new Uint8Array(this.content.length * 2);
      larger.set(this.content);
      this.content = larger;
    }
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.content[this.length++] = (rest & 0x7f) | 0x80;
    this.content[this.length++] = rest;
  }

  bytes(): Uint8Array {
    return this.content.subarray(0, this.length);
  }
}

class ByteReader {
  constructor(
    private readonly content: Uint8Array,
    public offset = 0,
  ) {}

  number(): number {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = this.content[this.offset++];
      if (byte === undefined) throw new RangeError('the index of pages ends early');
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
      shift += 7;
    }
  }
}
