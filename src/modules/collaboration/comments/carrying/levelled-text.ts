/** Offsets into a text, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Characters that an anchor has at least, where its page has as many. */
const ANCHOR_LENGTH = 60;

/** A quote with the words around it, by which its place is told from others where the same is said. Levelled, like `text`. */
export interface Anchor {
  text: string;
  /** Where the quote stands in it. */
  quote: Span;
  /** It is all that a page says, too little to be told from a part of another page. */
  isPage: boolean;
}

/** What is written in one way here and in another there, and is the same to a reader. */
const UNEVEN =
  /(?<=\p{Ll})[-\u2010\u2011]\s*(?=\p{Ll})|(?<=\p{L})\u00ad\s*(?=\p{L})|\s+|[\u2010\u2011]|[\ufb00-\ufb06]|[\u2018\u2019]|[\u201c\u201d]/gu;

/** What is left of an uneven piece: words divided at the end of a line are whole again. */
function levelled(piece: string): string {
  if (piece.startsWith('\u00ad')) return '';
  if (piece.trim() === '') return ' ';
  if (/^[\u2018\u2019]$/.test(piece)) return "'";
  if (/^[\u201c\u201d]$/.test(piece)) return '"';
  if (/^[\ufb00-\ufb06]$/.test(piece)) return piece.normalize('NFKC');
  return '';
}

/** A hyphen of its own is one; between small letters it may be a division, and is left out of the comparison. */
function levelledAt(text: string, piece: string, at: number): string {
  const isHyphen = /^[-\u2010\u2011]/.test(piece);
  if (!isHyphen) return levelled(piece);
  return /\p{Ll}$/u.test(text.slice(Math.max(0, at - 2), at)) && /^\p{Ll}/u.test(text.slice(at + piece.length))
    ? ''
    : '-';
}

/**
 * A text as quotes are looked for in it: white space of any kind is one space, ligatures are their letters, and it does not
 * matter where words were divided. Numbers and part numbers are compared as they stand.
 */
export class LevelledText {
  readonly text: string;
  /** For each character of the levelled text where it stands in the original. */
  private readonly offsets: Uint32Array;

  constructor(original: string) {
    const offsets: number[] = [];
    let text = '';
    let done = 0;
    const copy = (until: number): void => {
      for (let at = done; at < until; at += 1) offsets.push(at);
      text += original.slice(done, until);
    };
    for (const { 0: piece, index } of original.matchAll(UNEVEN)) {
      copy(index);
      const even = levelledAt(original, piece, index);
      for (let count = 0; count < even.length; count += 1) offsets.push(index);
      text += even;
      done = index + piece.length;
    }
    copy(original.length);
    this.text = text.trim();
    this.offsets = Uint32Array.from(offsets).subarray(text.length - text.trimStart().length);
  }

  /** Whether it has the quote, be it in the middle of a word. @param quote as {@link levelledQuote} gives it */
  has(quote: string): boolean {
    return this.text.includes(quote);
  }

  /**
   * The quote, extended to whole words and by as many words on both sides as it takes; null when it stands here several
   * times, or not at all.
   *
   * @param quote as {@link levelledQuote} gives it
   */
  anchorOf(quote: string): Anchor | null {
    const at = this.text.indexOf(quote);
    if (at === -1 || this.text.includes(quote, at + 1)) return null;
    let start = this.startOfWord(at);
    let end = this.endOfWord(at + quote.length);
    while (end - start < ANCHOR_LENGTH && (start > 0 || end < this.text.length)) {
      start = this.startOfWord(start - 2);
      end = this.endOfWord(end + 1);
    }
    while (!this.divides(start - 1)) start = this.startOfWord(start - 2);
    while (!this.divides(end)) end = this.endOfWord(end + 1);
    return {
      text: this.text.slice(start, end),
      quote: { start: at - start, end: at - start + quote.length },
      isPage: end - start < ANCHOR_LENGTH,
    };
  }

  /**
   * Where the quote of the anchor stands, wherever the anchor's words follow one another here: at most `limit` places. Words
   * are what white space divides; numbers are not taken out of longer ones ("200 psi" out of "1 200 psi"). The spans count
   * in the original text.
   */
  placesOf({ text, quote, isPage }: Anchor, limit: number): Span[] {
    const places: Span[] = [];
    if (isPage && text.length !== this.text.length) return places;
    for (let at = this.text.indexOf(text); at !== -1 && places.length < limit; at = this.text.indexOf(text, at + 1)) {
      if (!this.divides(at - 1) || !this.divides(at + text.length)) continue;
      places.push({
        start: this.offsets[at + quote.start] ?? 0,
        end: (this.offsets[at + quote.end - 1] ?? 0) + 1,
      });
    }
    return places;
  }

  /** Whether an anchor may end there: at the page's ends, and between words, but not within `1 200` or `10 – 15`. */
  private divides(at: number): boolean {
    if (at < 0 || at >= this.text.length) return true;
    if (this.text[at] !== ' ') return false;
    const left = this.text.slice(this.startOfWord(at - 1), at);
    const right = this.text.slice(at + 1, this.endOfWord(at + 1));
    const isNumber = (/^\p{N}/u.test(right) && !/\p{L}/u.test(left)) || (/\p{N}$/u.test(left) && !/\p{L}/u.test(right));
    return !isNumber;
  }

  private startOfWord(from: number): number {
    return from < 0 ? 0 : this.text.lastIndexOf(' ', from) + 1;
  }

  private endOfWord(from: number): number {
    const space = this.text.indexOf(' ', from);
    return space === -1 ? this.text.length : space;
  }
}

/** A quote as it is looked for; empty when it has nothing to look for. */
export function levelledQuote(quote: string): string {
  return new LevelledText(quote).text;
}
