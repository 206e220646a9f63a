import type { Quantity } from '../../../../common/files/passage-facts.js';
import { NUMBER, numberOf, type NumberStyle } from './numbers.js';
import { readUnit, type WrittenUnit } from './unit-reader.js';
import type { Unit } from './units.js';

const SIGNED = new RegExp(String.raw`[-−–+]?${NUMBER}`, 'y');
const RANGE = /\s?(?:to|thru|through|bis|à|a|til|tot|…|\.\.\.?)\s?(?=[-−.\d])|\s?[-–—]\s?(?=[.\d])|\sand\s(?=[-−.\d])/y;
const PLUS_MINUS = /\s?(?:±|\+\s?\/\s?[-−–]|\+[-−–])\s?(?=[.\d])/y;
const TIMES = /\s?[x×]\s?(?=[.\d])/y;
const PLUS_THEN_MINUS = new RegExp(String.raw`\s?\(?\+\s?(${NUMBER})\s?(?:[\/,;]|\s)\s?[-−–]\s?(${NUMBER})\)?`, 'y');

/** Words in front of a number that make it a name: of a step, a figure, a document, a part. */
const NAMED =
  /(?:^|[^\p{L}])(?:fig(?:ure)?s?|items?|steps?|pages?|tables?|sections?|chapters?|chap|paragraphs?|paras?|sub-?tasks?|tasks?|sheets?|zones?|notes?|refs?|rev(?:ision)?s?|issues?|nos?|numbers?|nr|msn|p\/?n|s\/?n|sb|ad|asb|sil|sl|eo|ata|amm|cmm|ipc|srm|mel|tsm|faults?|codes?|mod(?:ification)?|class|type|grade|category|phase|appendix|part no|drawing|dwg|frames?|ribs?|stringers?|stations?|sta|fr|pos(?:ition)?|index|volume|vol|model|series|version|alloy|connectors?|terminals?|pins?|switch|a\/c|aircraft|airplanes?)[.:#]{0,2}\s*$/iu;

/** What turns the words behind it round, a verb or two between: `must not be more than`, `cannot exceed`. */
const DENIAL = String.raw`\b(?:(?:can)?not|no|never|nicht|before)(?:\s+\p{Ll}+){0,2}\s+`;
const ABOVE = '(?:(?:more|greater|higher|mehr)\\s+(?:than|als)|above|over|exceed(?:s|ing)?)';
const BELOW = '(?:(?:less|lower|weniger)\\s+(?:than|als)|below|under)';
const UPPER_BOUND = new RegExp(
  String.raw`(?:\b(?:max(?:imum|imal)?\.?(?:\s+\p{Ll}+){0,2}(?:\s+(?:of|is|=))?|${BELOW}|at most|up to|höchstens|au plus)|[≤<])[:\s]*$`,
  'iu',
);
const LOWER_BOUND = new RegExp(
  String.raw`(?:\b(?:min(?:imum|destens|imal)?\.?(?:\s+\p{Ll}+){0,2}(?:\s+(?:of|is|=))?|${ABOVE}|at least|au moins)|[≥>])[:\s]*$`,
  'iu',
);
const NOT_ABOVE = new RegExp(String.raw`${DENIAL}${ABOVE}[:\s]*$`, 'iu');
const NOT_BELOW = new RegExp(String.raw`${DENIAL}${BELOW}[:\s]*$`, 'iu');
const UPPER_SUFFIX = /^\s*\(?(?:max(?:imum)?\b|or less\b)/i;
const LOWER_SUFFIX = /^\s*\(?(?:min(?:imum)?\b|or more\b)/i;

/** Of Fahrenheit a difference of 10 is not the temperature 10. */
const DIFFERENCE =
  /\b(?:by|within|(?:rise|drop|difference|increase|decrease|change|differential|gradient)(?: of)?)\s*$/i;

/** A text longer than this between two numbers is looked at no further for words that belong to the second. */
const BEFORE = 60;

/**
 * The numbers with units of a text, as manuals write them, in order. Numbers without a unit are none, nor are the numbers
 * of parts, documents, steps, figures, chapters and dates. Offsets count from `offset` on.
 */
export function findQuantities(text: string, style: NumberStyle, offset = 0): Quantity[] {
  const found: Quantity[] = [];
  const starts = /[-−–+±]?[\d.,¼½¾⅛⅜⅝⅞]/g;
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const { index } = match;
    // `0.1 mm/0.004 in`
    const isConversion = found.at(-1)?.end === index - 1 + offset && text.charAt(index - 1) === '/';
    const quantity = isConversion || mayBegin(text, index) ? new QuantityReader(text, style).read(index) : null;
    if (quantity) {
      found.push({ ...quantity, start: quantity.start + offset, end: quantity.end + offset });
      starts.lastIndex = quantity.end;
    } else {
      starts.lastIndex = Math.max(index + 1, wordEnd(text, index));
    }
  }
  return found;
}

/** Not in the middle of a word or number, and not behind what makes it a name. */
function mayBegin(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - BEFORE), index);
  const isApart =
    /(?:^|[^\p{L}\p{N}_.,/:#&$€”’»+−–-]|[Øø:(\p{L}][:]|\p{L},|±)$/u.test(before) || /(?:^|[^\p{L}])[Øø]$/u.test(before);
  return isApart && !NAMED.test(before) && !/^[-−–+±]?0\d/.test(text.slice(index, index + 3));
}

/** Where the run of characters ends in whose middle no quantity can begin. */
function wordEnd(text: string, index: number): number {
  const rest = /[\p{L}\p{N}.,/_-]*/uy;
  rest.lastIndex = index;
  return index + rest.exec(text)![0].length;
}

interface ReadNumber {
  value: number | null;
  text: string;
  start: number;
  end: number;
}

/** The numbers of one quantity: from … to, or null for what cannot be said. */
interface Span {
  min: number | null;
  max: number | null;
}

const UNCLEAR: Span = { min: null, max: null };

class QuantityReader {
  constructor(
    private readonly text: string,
    private readonly style: NumberStyle,
  ) {}

  read(start: number): Quantity | null {
    const isTolerance = this.text.charAt(start) === '±';
    const first = this.number(isTolerance ? start + 1 : start);
    if (!first) return null;
    const own = this.unit(first);
    const from = own?.end ?? first.end;
    const span = this.range(first, own, from) ?? this.tolerance(first, own, from) ?? this.product(own, from);
    if (span) return this.quantity(start, span.unit, span.span, span.end, false);
    if (!own) return null;
    const value = first.value;
    if (isTolerance)
      return this.quantity(start, own, value === null ? UNCLEAR : { min: -value, max: value }, own.end, true);
    return this.quantity(start, own, { min: value, max: value }, own.end, false);
  }

  private quantity(
    start: number,
    { unit, text: written }: WrittenUnit,
    span: Span,
    end: number,
    isTolerance: boolean,
  ): Quantity {
    const { text } = this;
    const before = text.slice(Math.max(0, start - BEFORE), start);
    const after = text.slice(end, end + 20);
    const { min, max } = bounded(span, before, after);
    const isDifference = unit.offset !== undefined && (isTolerance || DIFFERENCE.test(before));
    const si =
      isDifference || (written.toLowerCase() === 'min' && /\bmax\b/i.test(text)) ? null : toSi({ min, max }, unit);
    return { kind: unit.kind, text: text.slice(start, end), start, end, min, max, unit: written, si };
  }

  /** `190 to 210 Nm`, `190 Nm to 210 Nm`. */
  private range(first: ReadNumber, own: WrittenUnit | null, from: number) {
    const joint = this.match(RANGE, from);
    const second = joint === null ? null : this.number(from + joint.length);
    const unit = second && this.unit(second);
    if (!unit || (own && own.unit !== unit.unit)) return null;
    const isBetween = !/and/.test(joint!) || /\bbetween\s+$/i.test(this.text.slice(0, first.start).slice(-BEFORE));
    if (!isBetween || (/^\s?[x×]/.test(this.text.slice(unit.end)) && !own)) return null;
    const isRising = first.value !== null && second.value !== null && first.value <= second.value;
    const span = isRising ? { min: first.value, max: second.value } : UNCLEAR;
    return { span, unit, end: unit.end };
  }

  /** `3000 ± 50 psi`, `3000 psi ± 50 psi`, `27 Nm ± 10 %`, `12.5 +0.2/-0.1 mm`. */
  private tolerance(first: ReadNumber, own: WrittenUnit | null, from: number) {
    const sign = this.match(PLUS_MINUS, from);
    if (sign === null) return this.unevenTolerance(first, own, from);
    const second = this.number(from + sign.length);
    if (!second) return null;
    const given = this.unit(second);
    const unit = given && given.unit.kind !== 'ratio' ? given : (own ?? null);
    if (!unit) return null;
    const end = given?.end ?? second.end;
    const isShare = given?.unit.kind === 'ratio' && unit !== given;
    if (first.value === null || second.value === null || (own && given && !isShare && own.unit !== given.unit))
      return { span: UNCLEAR, unit, end };
    const by = isShare ? Math.abs(first.value) * (second.value / 100) : second.value;
    return { span: { min: tidy(first.value - by), max: tidy(first.value + by) }, unit, end };
  }

  private unevenTolerance(first: ReadNumber, own: WrittenUnit | null, from: number) {
    PLUS_THEN_MINUS.lastIndex = from;
    const match = PLUS_THEN_MINUS.exec(this.text);
    if (!match) return null;
    const end = from + match[0].length;
    const unit = readUnit(this.text, end, true) ?? own;
    if (!unit || (own && unit.unit !== own.unit)) return null;
    const [plus, minus] = [numberOf(match[1]!, this.style), numberOf(match[2]!, this.style)];
    const isClear = first.value !== null && plus !== null && minus !== null;
    const span = isClear ? { min: tidy(first.value! - minus), max: tidy(first.value! + plus) } : UNCLEAR;
    return { span, unit, end: Math.max(unit.end, end) };
  }

  /** `10 x 20 mm`: two lengths, no range. */
  private product(own: WrittenUnit | null, from: number) {
    const sign = this.match(TIMES, from);
    if (sign === null) return null;
    const second = this.number(from + sign.length);
    const unit = second && this.unit(second);
    if (!unit || (own && own.unit !== unit.unit) || (unit.unit.kind !== 'length' && !own)) return null;
    return { span: UNCLEAR, unit, end: unit.end };
  }

  private number(at: number): ReadNumber | null {
    SIGNED.lastIndex = at;
    const written = SIGNED.exec(this.text)?.[0];
    if (written === undefined) return null;
    const [, sign, digits] = /^([-−–+]?)(.*)$/.exec(written)!;
    const value = numberOf(digits!, this.style, this.text.slice(Math.max(0, at - BEFORE), at));
    const signed = value !== null && /^[-−–]$/.test(sign!) ? -value : value;
    return { value: signed, text: written, start: at, end: at + written.length };
  }

  private unit({ text, end }: ReadNumber): WrittenUnit | null {
    return readUnit(this.text, end, /[.,/¼½¾⅛⅜⅝⅞]/.test(text));
  }

  private match(pattern: RegExp, at: number): string | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0] ?? null;
  }
}

/** One end open where the words around say so; a range stays what it is. */
function bounded({ min, max }: Span, before: string, after: string): Span {
  if (min === null || min !== max) return { min, max };
  // "not be more than" has both words: what denies comes first.
  if (NOT_ABOVE.test(before)) return { min: null, max };
  if (NOT_BELOW.test(before)) return { min, max: null };
  if (UPPER_BOUND.test(before) || UPPER_SUFFIX.test(after)) return { min: null, max };
  return LOWER_BOUND.test(before) || LOWER_SUFFIX.test(after) ? { min, max: null } : { min, max };
}

function toSi({ min, max }: Span, { factor, offset = 0, si }: Unit): Quantity['si'] {
  if (factor === null || (min === null && max === null)) return null;
  const convert = (value: number | null) => (value === null ? null : tidy((value + offset) * factor));
  return { min: convert(min), max: convert(max), unit: si };
}

/** Without what binary fractions add: 26.999999999999996. */
function tidy(value: number): number {
  return Number(value.toPrecision(10));
}
