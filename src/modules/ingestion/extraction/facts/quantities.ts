import type { Quantity } from '../../../../common/files/passage-facts.js';
import { boundsOf, type Bound } from './bounds.js';
import type { NumberStyle } from './numbers.js';
import { QuantityReader, tidy, UNCLEAR, type Reading, type Span } from './quantity-reader.js';
import type { Unit } from './units.js';

/** Words in front of a number that make it a name: of a step, a figure, a document, a part. */
const NAMED =
  /(?:^|[^\p{L}])(?:fig(?:ure)?s?|items?|steps?|pages?|tables?|sections?|chapters?|chap|paragraphs?|paras?|sub-?tasks?|tasks?|sheets?|zones?|notes?|refs?|rev(?:ision)?s?|issues?|nos?|numbers?|nr|msn|p\/?n|s\/?n|sb|ad|asb|sil|sl|eo|ata|amm|cmm|ipc|srm|mel|tsm|faults?|codes?|mod(?:ification)?|class|type|grade|category|phase|appendix|part no|drawing|dwg|frames?|ribs?|stringers?|stations?|sta|fr|pos(?:ition)?|index|volume|vol|model|series|version|alloy|connectors?|terminals?|pins?|switch|a\/c|aircraft|airplanes?)[.:#]{0,2}\s*$/iu;

/** From one place along a blade or a fuselage to another. */
const STATIONS = /\bstations? \d{2,5} to \d{2,5} (?:mm|in)\b/i;

/** What parts a number from what stands before it. A sign of powers, of indices or of markup does not. */
const APART = /(?:^|[^\p{L}\p{N}_.,/:#&$€”’»+−–^*{⁺⁻⁽₋₊-]|[Øø:(\p{L}][:]|\p{L},|±)$/u;
const POWER = /[\^_]\s*[{(]?\s*$/;

/** Of Fahrenheit a difference of 10 is not the temperature 10. */
const DIFFERENCE =
  /\b(?:by|within|rises?|drops?|dropped|falls?|differ\p{L}*|increas\p{L}*|decreas\p{L}*|chang\p{L}*|gradient|rates?|delta|spread|variations?|varies|warmer|cooler|hotter|colder|higher|lower|above|below|over|under|per)\b|[ΔΔ]\s?T?/iu;

/** How far back a number looks for what it belongs to. */
const BEFORE = 60;

/**
 * The numbers with units of a text, as manuals write them, in order. Numbers without a unit are none, nor are the numbers
 * of parts, documents, steps, figures, chapters and dates. Offsets count from `offset` on.
 *
 * `min`, `max` and `si` are given only where the number and the clause around it have one of a few known forms. Of any
 * other only the words and the unit are known: a wrong torque is worse than none.
 */
export function findQuantities(text: string, style: NumberStyle, offset = 0): Quantity[] {
  const readings = readAll(text, style);
  const { bounds, pairs } = boundsOf(text, readings);
  const found: Quantity[] = [];
  for (let i = 0; i < readings.length; i += 1) {
    const reading = readings[i]!;
    const [end, span] =
      pairs.has(i) && isRising(reading, readings[i + 1]!)
        ? [readings[i + 1]!.end, { min: reading.span.min, max: readings[i + 1]!.span.max }]
        : [reading.end, bounded(reading.span, bounds[i]!)];
    found.push(quantity(text, { ...reading, end, span }, offset));
    if (end !== reading.end) i += 1;
  }
  return found;
}

function readAll(text: string, style: NumberStyle): Reading[] {
  const found: Reading[] = [];
  const reader = new QuantityReader(text, style);
  const starts = /(?:±\s?|[-−–+])?[\d.,¼½¾⅛⅜⅝⅞]/g;
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const { index } = match;
    // `0.1 mm/0.004 in`
    const isConversion = found.at(-1)?.end === index - 1 && text.charAt(index - 1) === '/';
    const reading = isConversion || mayBegin(text, index) ? reader.read(index) : null;
    if (reading) found.push(reading);
    starts.lastIndex = reading?.end ?? Math.max(index + 1, wordEnd(text, index));
  }
  return found;
}

/** Not in the middle of a word or number, and not behind what makes it a name. */
function mayBegin(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - BEFORE), index);
  const isApart = (APART.test(before) && !POWER.test(before)) || /(?:^|[^\p{L}])[Øø]$/u.test(before);
  const isNamed = NAMED.test(before) && !STATIONS.test(text.slice(Math.max(0, index - 12), index + 24));
  return isApart && !isNamed && !/^(?:±\s?|[-−–+])?0\d/.test(text.slice(index, index + 4));
}

/** Where the run of characters ends in whose middle no quantity can begin. */
function wordEnd(text: string, index: number): number {
  const rest = /[\p{L}\p{N}.,/_-]*/uy;
  rest.lastIndex = index;
  return index + rest.exec(text)![0].length;
}

function isRising(low: Reading, high: Reading): boolean {
  return low.span.min !== null && high.span.max !== null && low.span.min <= high.span.max;
}

function bounded({ min, max }: Span, bound: Bound): Span {
  if (bound === 'unclear') return UNCLEAR;
  if (bound === 'exact') return { min, max };
  return bound === 'upper' ? { min: null, max } : { min, max: null };
}

function quantity(
  text: string,
  { start, end, unit: { unit, text: written }, span, shape }: Reading,
  offset: number,
): Quantity {
  const around = `${text.slice(Math.max(0, start - BEFORE), start)}#${text.slice(end, end + 30)}`;
  const isDifference = unit.offset !== undefined && (shape === 'deviation' || DIFFERENCE.test(around));
  const si = isDifference ? null : toSi(span, unit);
  return {
    kind: unit.kind,
    text: text.slice(start, end),
    start: start + offset,
    end: end + offset,
    ...span,
    unit: written,
    si,
  };
}

function toSi({ min, max }: Span, { factor, offset = 0, si }: Unit): Quantity['si'] {
  if (factor === null || (min === null && max === null)) return null;
  const convert = (value: number | null) => (value === null ? null : tidy((value + offset) * factor));
  return { min: convert(min), max: convert(max), unit: si };
}
