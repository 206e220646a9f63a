import { CharacterClass, classAt, isWide } from './character-class.js';
import { isForceOrArm, torqueTerm, unitAfterNumber, unitTouchingNumber } from './unit-terms.js';
import { foldWord, termOf } from './word-terms.js';

/** A term and its position: UTF-16 units, the end is exclusive. */
export interface Token {
  term: string;
  start: number;
  end: number;
}

const { Letter, Digit, Mark, Unspaced } = CharacterClass;
const [SPACE, QUOTE, COMMA, HYPHEN, DOT, SLASH] = [32, 39, 44, 45, 46, 47] as const;

/** Characters of the longest unit that depends on the preceding word: `newtons`. */
const LONGEST_UNIT = 7;
/** Maximum initials joined to one word. Keeps the time linear. */
const MOST_INITIALS = 8;
const HALF_WIDTH = /[\uff65-\uff9f]/;
/** Characters that are not in terms, and words between them. */
const UNFOLDED = /[^\p{L}\p{N}\p{M}.]/u;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

/** Two letters with a slash that are one word: part number, serial number, aircraft, right hand. */
const SLASHED = new Set(
  'pn sn cb ac ad sb ri rh lh na fo wo io tr ap at gs fd oh us ee ec me po sl bc to hc fc fh'.split(' '),
);

/**
 * The terms of a text, in order. Passages and queries use the same analysis. Case, accents, typography, English
 * endings, British spellings and spellings of units are normalized. Compounds are split (`anti-skid`, `32-11-00`),
 * decimals stay whole, and scripts without spaces are split into overlapping pairs of characters. Linear time.
 */
export function analyze(text: string): Token[] {
  return tokensOf(new Scanner(text));
}

/**
 * Like {@link analyze}, but words with other initial letters have an empty term, because stemming them is not needed to
 * highlight a few terms. Words whose term has another initial (`kerb`, `curb`) can be missed.
 * @param letters first characters of the terms to find
 */
export function analyzeFor(letters: ReadonlySet<string>, text: string): Token[] {
  return tokensOf(new Scanner(text, letters));
}

function tokensOf(scanner: Scanner): Token[] {
  const { terms, starts, ends } = scanner.scan();
  return terms.map((term, position) => ({ term, start: starts[position]!, end: ends[position]! }));
}

export function analyzeTerms(text: string): string[] {
  return new Scanner(text).scan().terms;
}

class Scanner {
  readonly terms: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Positions of the last plain number and of the last force or arm. */
  private lastNumber = -1;
  private lastTorquePart = -1;
  private torquePart = '';
  /** Initials collected so far (`A.P.U.`), and the end of the last one. */
  private initials = '';
  private initialsEnd = -1;

  /** @param letters initial letters of the words to analyze; null for all */
  constructor(
    private readonly text: string,
    private readonly letters: ReadonlySet<string> | null = null,
  ) {}

  scan(): this {
    const { text } = this;
    let index = 0;
    while (index < text.length) {
      const kind = classAt(text, index);
      if (kind === Letter || kind === Digit) index = this.word(index, kind);
      else if (kind === Unspaced) index = this.pairs(index);
      else index += isWide(text, index) ? 2 : 1;
    }
    return this;
  }

  /** Reads letters and digits including decimals and thousands. Returns the next position. */
  private word(start: number, first: number): number {
    const { text } = this;
    let [end, letters, digits, commas, groupStart] = [start, first === Letter, first === Digit, false, start];
    while (end < text.length) {
      const kind = classAt(text, end);
      if (kind === Letter) letters = true;
      else if (kind === Digit) digits = true;
      else if (kind !== Mark) {
        const code = text.charCodeAt(end);
        const between = (code === DOT || code === COMMA) && this.isDigit(end - 1) && this.isDigit(end + 1);
        if (!between || (code === COMMA && (letters || !this.isThousand(end, groupStart)))) break;
        if (code === COMMA) [commas, groupStart] = [true, end + 1];
      }
      end += isWide(text, end) ? 2 : 1;
    }
    if (!digits) return this.plainWord(start, end);
    const raw = text.slice(start, end);
    if (letters) this.code(raw, start, end);
    else this.number(commas ? raw.replaceAll(',', '') : raw, start, end);
    return end;
  }

  /** A comma before a group of three digits: `1,250`, not `27,5` or `2024,10`. */
  private isThousand(comma: number, groupStart: number): boolean {
    return comma - groupStart <= 3 && this.isDigit(comma + 2) && this.isDigit(comma + 3) && !this.isDigit(comma + 4);
  }

  private number(raw: string, start: number, end: number): void {
    const { text } = this;
    const beforeDot = start > 1 ? text.charCodeAt(start - 2) : SPACE;
    // `.032` is `0.032`. The dots of a table of contents are not decimal points.
    const isFraction = start > 0 && text.charCodeAt(start - 1) === DOT && (beforeDot <= SPACE || beforeDot === 40);
    this.push(isFraction ? `0.${foldWord(raw)}` : foldWord(raw), isFraction ? start - 1 : start, end);
    this.lastNumber = this.terms.length - 1;
  }

  /** A number with its unit (`27Nm`), or a code that stays whole (`A320`). */
  private code(raw: string, start: number, end: number): void {
    const folded = foldWord(raw);
    const measured = /^(\d+(?:\.\d+)?)([a-z\u03c9]+)$/.exec(folded);
    const unit = measured ? unitTouchingNumber(measured[2]!) : undefined;
    if (!measured || unit === undefined || folded.length !== raw.length) return this.push(folded, start, end);
    const middle = start + measured[1]!.length;
    this.number(measured[1]!, start, middle);
    this.push(unit, middle, end);
    this.rememberTorquePart(measured[2]!);
  }

  private plainWord(start: number, end: number): number {
    const { text } = this;
    if (end - start === 1 && this.joinInitial(start, end)) return end;
    const raw = text.slice(start, end);
    const lower = end - start <= LONGEST_UNIT ? foldWord(raw) : '';
    if (this.joinTorque(lower, start, end)) return end;
    const unit = this.followsNumber(start) ? unitAfterNumber(lower) : undefined;
    const term = unit ?? (this.isWanted(raw) ? termOf(raw) : '');
    if ((term === 'c' || term === 'f') && this.isDegree(start)) this.replaceLast(term, end);
    else this.push(term, start, end);
    this.rememberTorquePart(lower);
    if (end - start === 1) [this.initials, this.initialsEnd] = [raw, end];
    return end - start > 1 ? this.afterContraction(end) : end;
  }

  /** Letters with accents are always analyzed: their folded form is not known yet. */
  private isWanted(raw: string): boolean {
    const { letters } = this;
    return letters === null || raw.charCodeAt(0) > 0x7f || letters.has(raw.charAt(0).toLowerCase());
  }

  /** The position after a word and its contracted ending (`'s`, `'ll`). */
  private afterContraction(end: number): number {
    const code = this.text.charCodeAt(end);
    if (code !== QUOTE && code !== 0x2019) return end;
    let next = end + 1;
    while (next < this.text.length && next <= end + 3 && classAt(this.text, next) === Letter) next++;
    const isEnding = next > end + 1 && next <= end + 3 && !this.isWordAt(next);
    return isEnding ? next : end;
  }

  /** `A.P.U.`, `N.m` and `P/N` are one word. */
  private joinInitial(start: number, end: number): boolean {
    if (this.initialsEnd !== start - 1 || this.initials.length >= MOST_INITIALS || this.isWordAt(end)) return false;
    const joined = this.initials + this.text.slice(start, end);
    const joint = this.text.charCodeAt(start - 1);
    if (joint !== DOT && !(joint === SLASH && SLASHED.has(joined.toLowerCase()))) return false;
    this.replaceLast(termOf(joined), end);
    [this.initials, this.initialsEnd] = [joined, end];
    return true;
  }

  /** A force and an arm with a point or hyphen between them, or with a space after a number: `27 N·m`, `240 lbf in`. */
  private joinTorque(lower: string, start: number, end: number): boolean {
    const last = this.terms.length - 1;
    if (last < 0 || this.lastTorquePart !== last) return false;
    const term = torqueTerm(this.torquePart, lower);
    if (term === undefined) return false;
    const gap = this.text.slice(this.ends[last], Math.min(start, this.ends[last]! + 3));
    const isJoined = /^(?:\.? ?[-\u2010\u2011\u2212.\u00b7\u22c5\u2219\u2022\u00d7*] ?)$/.test(gap);
    const isSpaced = /^\.?[ \u00a0\u202f]$/.test(gap) && this.lastNumber === last - 1 && last > 0;
    if (!isJoined && !isSpaced) return false;
    this.replaceLast(term, end);
    return true;
  }

  private rememberTorquePart(lower: string): void {
    if (!isForceOrArm(lower)) return;
    this.lastTorquePart = this.terms.length - 1;
    this.torquePart = lower;
  }

  /** Whether the last term is a number, followed by at most a space, hyphen or degree sign. */
  private followsNumber(start: number): boolean {
    const last = this.terms.length - 1;
    if (last < 0 || this.lastNumber !== last) return false;
    const gap = start - this.ends[last]!;
    if (gap === 0) return true;
    const code = this.text.charCodeAt(start - 1);
    return gap === 1 && (code === SPACE || code === HYPHEN || code === 0xa0 || code === 0x202f);
  }

  /** `deg C` and `degrees C` after a number are `C`, like `°C`. */
  private isDegree(start: number): boolean {
    const last = this.terms.length - 1;
    return last > 0 && this.terms[last] === 'degre' && this.lastNumber === last - 1 && start - this.ends[last]! <= 2;
  }

  /** Overlapping pairs of characters. A single character is one term. */
  private pairs(start: number): number {
    const { text } = this;
    const places: number[] = [];
    let end = start;
    while (end < text.length) {
      const kind = classAt(text, end);
      if (kind !== Unspaced && kind !== Mark) break;
      if (kind === Unspaced) places.push(end);
      end += isWide(text, end) ? 2 : 1;
    }
    if (HALF_WIDTH.test(text.slice(start, end))) return this.composedPairs(start, end);
    if (places.length === 1) this.push(foldWord(text.slice(start, end)), start, end);
    for (let first = 0; first + 1 < places.length; first++) {
      const pairEnd = places[first + 2] ?? end;
      this.push(foldWord(text.slice(places[first], pairEnd)), places[first]!, pairEnd);
    }
    return end;
  }

  /** In half-width kana, two units are one character. All pairs get the position of the run. */
  private composedPairs(start: number, end: number): number {
    const characters = [...this.text.slice(start, end).normalize('NFKC')];
    if (characters.length === 1) this.push(characters[0]!, start, end);
    for (let first = 0; first + 1 < characters.length; first++) {
      this.push(characters[first]! + characters[first + 1]!, start, end);
    }
    return end;
  }

  /** Compatibility forms such as `\u00bd` and `\u2103` can unfold to several words at the same position. */
  private push(term: string, start: number, end: number): void {
    if (UNFOLDED.test(term)) {
      for (const part of term.match(WORDS) ?? []) this.push(part, start, end);
      return;
    }
    this.terms.push(term);
    this.starts.push(start);
    this.ends.push(end);
  }

  private replaceLast(term: string, end: number): void {
    this.terms[this.terms.length - 1] = term;
    this.ends[this.ends.length - 1] = end;
  }

  private isDigit(index: number): boolean {
    return index >= 0 && index < this.text.length && classAt(this.text, index) === Digit;
  }

  private isWordAt(index: number): boolean {
    if (index >= this.text.length) return false;
    const kind = classAt(this.text, index);
    return kind === Letter || kind === Digit;
  }
}
