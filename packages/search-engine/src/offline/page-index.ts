import { IDENTIFIER_MARK, pageTerms } from './page-terms.js';

/** Terms of complete identifiers begin with it. */
const WHOLE = `${IDENTIFIER_MARK}=`;
/** Ranking tells no larger ones apart. */
const MAX_COUNT = 255;
const PARTS = 6;
/** Terms that are sorted, or numbers that are written, without a pause. */
const [TERMS_AT_ONCE, NUMBERS_AT_ONCE] = [1_000, 5_000] as const;

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

  /**
   * Sizes of the parts as 32-bit numbers, and the parts: terms in order of UTF-16, each without the beginning that it shares with the one before;
   * lengths of these beginnings; how many pages have each term; the pages; the counts; lengths of the pages.
   * @param pause is awaited often, so that other work gets its turn
   */
  async finish(pause: () => Promise<void> = () => Promise.resolve()): Promise<Uint8Array> {
    const [text, shared, frequencies] = [new TextWriter(), new ByteWriter(), new ByteWriter()];
    const [pages, counts, lengths] = [new ByteWriter(), new ByteWriter(), new ByteWriter()];
    let [before, lonely, numbers] = ['', -1, 0];
    for await (const batch of inOrder([...this.postings.keys()], pause)) {
      for (const term of batch) {
        const pairs = this.postings.get(term)!;
        numbers += pairs.length;
        if (numbers > NUMBERS_AT_ONCE) {
          text.encode();
          await pause();
          numbers = 0;
        }
        if (this.isImplied(term, pairs)) continue;
        const beginning = sharedLength(before, term);
        shared.number(beginning);
        text.line(term.slice(beginning));
        before = term;
        const whole = this.postings.get(WHOLE + term.slice(1));
        const implies = term.startsWith(IDENTIFIER_MARK) && whole !== undefined && isSame(pairs, whole);
        frequencies.number(pairs.length | (implies ? 1 : 0));
        // Forms of one identifier follow each other, and most are on the same single page.
        if (pairs.length === 2) {
          pages.number(pairs[0] === lonely ? 0 : pairs[0]! + 1);
          lonely = pairs[0]!;
        } else writeSteps(pages, pairs);
        for (let at = 1; at < pairs.length; at += 2) counts.byte(Math.min(pairs[at]!, MAX_COUNT));
      }
    }
    lengths.number(this.lengths.length);
    for (const length of this.lengths) lengths.number(length);
    return joined([text.pieces(), ...[shared, frequencies, pages, counts, lengths].map((part) => [part.bytes()])]);
  }

  /** Most complete identifiers are on the same pages as the identifier that also begins others: {@link PageIndex.find} reads those. */
  private isImplied(term: string, pairs: readonly number[]): boolean {
    if (!term.startsWith(WHOLE)) return false;
    const one = this.postings.get(IDENTIFIER_MARK + term.slice(WHOLE.length));
    return one !== undefined && isSame(one, pairs);
  }
}

/** Index of pages in memory: terms by binary search, postings decoded when they are read. */
export class PageIndex {
  readonly terms: readonly string[];
  readonly lengths: Uint32Array;
  readonly averageLength: number;
  /** Twice the number of pages of each term, and 1 if it stands for the complete identifier, too. */
  private readonly frequencies: Uint32Array;
  private readonly pages: Uint8Array;
  private readonly counts: Uint8Array;
  /** Where the pages of a term begin; of one with a single page, the page. */
  private readonly starts: Uint32Array;
  private readonly countStarts: Uint32Array;

  /** @throws RangeError for content that is not an index */
  constructor(content: Uint8Array) {
    const [text, shared, frequencies, pages, counts, lengths] = partsOf(content);
    this.terms = termsOf(new TextDecoder().decode(text), new ByteReader(shared!));
    const frequency = new ByteReader(frequencies!);
    this.frequencies = Uint32Array.from(this.terms, () => frequency.number());
    [this.pages, this.counts] = [pages!, counts!];
    const length = new ByteReader(lengths!);
    this.lengths = Uint32Array.from({ length: length.number() }, () => length.number());
    this.averageLength = this.lengths.reduce((sum, one) => sum + one, 0) / Math.max(this.lengths.length, 1);
    [this.starts, this.countStarts] = this.places();
  }

  /** Null for a term that no page has. */
  find(term: string): Postings | null {
    const at = this.indexOf(term);
    if (at !== null) return this.at(at);
    if (!term.startsWith(WHOLE)) return null;
    const implying = this.indexOf(IDENTIFIER_MARK + term.slice(WHOLE.length));
    return implying !== null && (this.frequencies[implying]! & 1) === 1 ? this.at(implying) : null;
  }

  /** Terms that begin so, the most frequent first. */
  beginningWith(beginning: string, limit: number): string[] {
    const found: number[] = [];
    for (let at = this.place(beginning); this.terms[at]?.startsWith(beginning); at += 1) found.push(at);
    found.sort((a, b) => this.pagesOf(b) - this.pagesOf(a));
    return found.slice(0, limit).map((at) => this.terms[at]!);
  }

  private at(index: number): Postings {
    const [length, start, from] = [this.pagesOf(index), this.starts[index]!, this.countStarts[index]!];
    const counts = Uint32Array.from(this.counts.subarray(from, from + length));
    if (length === 1) return { pages: Uint32Array.of(start), counts };
    const reader = new ByteReader(this.pages, start);
    let page = 0;
    return { pages: Uint32Array.from({ length }, () => (page += reader.number())), counts };
  }

  private pagesOf(index: number): number {
    return this.frequencies[index]! >>> 1;
  }

  private indexOf(term: string): number | null {
    const at = this.place(term);
    return this.terms[at] === term ? at : null;
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

  private places(): [Uint32Array, Uint32Array] {
    const reader = new ByteReader(this.pages);
    let [lonely, counted] = [-1, 0];
    const countStarts = new Uint32Array(this.terms.length);
    const starts = Uint32Array.from(this.terms, (_, index) => {
      countStarts[index] = counted;
      const length = this.pagesOf(index);
      counted += length;
      if (length === 1) {
        const page = reader.number();
        return (lonely = page === 0 ? lonely : page - 1);
      }
      const start = reader.offset;
      for (let left = length; left > 0; left -= 1) reader.number();
      return start;
    });
    return [starts, countStarts];
  }
}

/** Different terms in order, some at a time: sorted all at once, they would hold up the process. */
async function* inOrder(terms: string[], pause: () => Promise<void>): AsyncGenerator<string[]> {
  if (terms.length <= TERMS_AT_ONCE) {
    await pause();
    yield terms.sort();
    return;
  }
  // Identifiers can share a long beginning: it divides none of them.
  let common = terms[0]!;
  for (const [at, term] of terms.entries()) {
    while (!term.startsWith(common)) common = common.slice(0, -1);
    if (at % TERMS_AT_ONCE === 0) await pause();
  }
  const groups = new Map<string, string[]>();
  for (const [at, term] of terms.entries()) {
    const beginning = term.slice(0, common.length + 1);
    const group = groups.get(beginning);
    if (group) group.push(term);
    else groups.set(beginning, [term]);
    if (at % TERMS_AT_ONCE === 0) await pause();
  }
  for (const beginning of [...groups.keys()].sort()) yield* inOrder(groups.get(beginning)!, pause);
}

function sharedLength(before: string, term: string): number {
  const most = Math.min(before.length, term.length);
  let length = 0;
  while (length < most && before[length] === term[length]) length += 1;
  // A pair of surrogates is not divided: its half would not be encoded.
  return isHighSurrogate(term, length - 1) ? length - 1 : length;
}

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/** Each page as the step from the one before. */
function writeSteps(target: ByteWriter, pairs: readonly number[]): void {
  let before = 0;
  for (let at = 0; at < pairs.length; at += 2) {
    target.number(pairs[at]! - before);
    before = pairs[at]!;
  }
}

/** @param parts each in pieces */
function joined(parts: readonly (readonly Uint8Array[])[]): Uint8Array {
  const sizes = parts.map((pieces) => pieces.reduce((sum, { length }) => sum + length, 0));
  const made = new Uint8Array(PARTS * 4 + sizes.reduce((sum, size) => sum + size, 0));
  const header = new DataView(made.buffer);
  let offset = PARTS * 4;
  parts.forEach((pieces, index) => {
    header.setUint32(index * 4, sizes[index]!, true);
    for (const piece of pieces) {
      made.set(piece, offset);
      offset += piece.length;
    }
  });
  return made;
}

/** @throws RangeError for content that is not an index */
function partsOf(content: Uint8Array): Uint8Array[] {
  const header = new DataView(content.buffer, content.byteOffset, content.byteLength);
  let offset = PARTS * 4;
  const parts = Array.from({ length: PARTS }, (_, index) => {
    const start = offset;
    offset += header.getUint32(index * 4, true);
    return content.subarray(start, offset);
  });
  if (offset !== content.length) throw new RangeError('not an index of pages');
  return parts;
}

function termsOf(endings: string, shared: ByteReader): string[] {
  let before = '';
  if (endings === '') return [];
  return endings.split('\n').map((ending) => (before = before.slice(0, shared.number()) + ending));
}

/** Lines of text as UTF-8, encoded some at a time. */
class TextWriter {
  private readonly encoded: Uint8Array[] = [];
  private lines: string[] = [];

  line(text: string): void {
    this.lines.push(text);
  }

  encode(): void {
    if (this.lines.length === 0) return;
    const text = this.lines.join('\n');
    this.encoded.push(new TextEncoder().encode(this.encoded.length === 0 ? text : `\n${text}`));
    this.lines = [];
  }

  pieces(): readonly Uint8Array[] {
    this.encode();
    return this.encoded;
  }
}

/** Numbers with seven bits a byte, the lowest first. */
class ByteWriter {
  private content = new Uint8Array(1024);
  private length = 0;

  number(value: number): void {
    this.reserve();
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.content[this.length++] = (rest & 0x7f) | 0x80;
    this.content[this.length++] = rest;
  }

  byte(value: number): void {
    this.reserve();
    this.content[this.length++] = value;
  }

  bytes(): Uint8Array {
    return this.content.subarray(0, this.length);
  }

  private reserve(): void {
    if (this.length + 5 <= this.content.length) return;
    const larger = new Uint8Array(this.content.length * 2);
    larger.set(this.content);
    this.content = larger;
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
