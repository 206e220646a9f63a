/** `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Minimum characters of an anchor, unless the page is shorter. */
const ANCHOR_LENGTH = 60;

/** A quote with the words around it that make it unique. Normalized, like `text`. */
export interface Anchor {
  text: string;
  /** Position of the quote. */
  quote: Span;
  /** The anchor is a whole page, too short to distinguish from a part of another page. */
  isPage: boolean;
}

/** Spellings that differ between files but not for a reader. */
const UNEVEN =
  /(?<=\p{Ll})[-\u2010\u2011]\s*(?=\p{Ll})|(?<=\p{L})\u00ad\s*(?=\p{L})|\s+|[\u2010\u2011]|[\ufb00-\ufb06]|[\u2018\u2019]|[\u201c\u201d]/gu;

/** A letter or digit of a script that has spaces between words. */
const OF_WORD = String.raw`(?!\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Thai}|\p{sc=Laoo}|\p{sc=Khmr}|\p{sc=Mymr})[\p{L}\p{N}]`;
/** Letters or digits in a row, or digits after a decimal point or a separator of thousands. */
const WITHIN_WORD = new RegExp(`^(?:${OF_WORD}){2}$`, 'u');
const CONTINUES = new RegExp(String.raw`(?:${OF_WORD}){2}$|\p{N}[.,]\p{N}$`, 'u');

/** Rejoins words divided at the end of a line. */
function normalized(piece: string): string {
  if (piece.startsWith('\u00ad')) return '';
  if (piece.trim() === '') return ' ';
  if (/^[\u2018\u2019]$/.test(piece)) return "'";
  if (/^[\u201c\u201d]$/.test(piece)) return '"';
  if (/^[\ufb00-\ufb06]$/.test(piece)) return piece.normalize('NFKC');
  return '';
}

/** A hyphen between lower-case letters may be a division and is ignored; others are kept. */
function levelledAt(text: string, piece: string, at: number): string {
  const isHyphen = /^[-\u2010\u2011]/.test(piece);
  if (!isHyphen) return normalized(piece);
  return /\p{Ll}$/u.test(text.slice(Math.max(0, at - 2), at)) && /^\p{Ll}/u.test(text.slice(at + piece.length))
    ? ''
    : '-';
}

/** Text for finding quotes: single spaces, ligatures as letters, no word division. Numbers and part numbers are kept. */
export class NormalizedText {
  readonly text: string;
  /** Offset in the original text for each normalized character. */
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

  /** Whether it contains the quote, also within a word. @param quote from {@link normalizedQuote} */
  has(quote: string): boolean {
    return this.text.includes(quote);
  }

  /** The first place of the quote outside of longer words and numbers ("100 Nm" in "2100 Nm"); null without one. @param quote normalized */
  wholePlaceOf(quote: string): Span | null {
    for (let at = this.text.indexOf(quote); at !== -1; at = this.text.indexOf(quote, at + 1)) {
      const end = at + quote.length;
      const before = this.text.slice(Math.max(0, at - 2), at + 1);
      if (CONTINUES.test(before) || WITHIN_WORD.test(this.text.slice(end - 1, end + 1))) continue;
      return { start: this.offsets[at] ?? 0, end: (this.offsets[end - 1] ?? 0) + 1 };
    }
    return null;
  }

  /** The quote, extended by whole words until unique; null if it occurs more than once or not at all. @param quote normalized */
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

  /** Offsets in the original text of up to `limit` quotes. A number never matches within a longer one ("200 psi" in "1 200 psi"). */
  placesOf({ text, quote, isPage }: Anchor, limit: number): Span[] {
    const places: Span[] = [];
    if (isPage && text.length !== this.text.length) return places;
    for (let at = this.text.indexOf(text); at !== -1 && places.length < limit; at = this.text.indexOf(text, at + 1)) {
      if (!this.divides(at - 1) || !this.divides(at + text.length)) continue;
      places.push(this.original(at + quote.start, at + quote.end));
    }
    return places;
  }

  /** Offsets in the original text of up to `limit` occurrences, also within words. @param quote from {@link normalizedQuote} */
  occurrencesOf(quote: string, limit: number): Span[] {
    const places: Span[] = [];
    if (quote === '') return places;
    for (
      let at = this.text.indexOf(quote);
      at !== -1 && places.length < limit;
      at = this.text.indexOf(quote, at + quote.length)
    )
      places.push(this.original(at, at + quote.length));
    return places;
  }

  private original(start: number, end: number): Span {
    return { start: this.offsets[start] ?? 0, end: (this.offsets[end - 1] ?? 0) + 1 };
  }

  /** Whether an anchor may end here: at the ends of the page and between words, but not within `1 200` or `10 – 15`. */
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

/** Empty for a quote without content. */
export function normalizedQuote(quote: string): string {
  return new NormalizedText(quote).text;
}
