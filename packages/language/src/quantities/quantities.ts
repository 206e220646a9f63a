import type { Quantity } from '../facts/passage-facts.js';
import { statedSpan } from './bounds.js';
import type { NumberStyle } from './numbers.js';
import { QuantityReader, tidy, type Reading, type Span } from './quantity-reader.js';
import type { Unit } from './units.js';

/** Words before a number that make it the name of a step, figure, document or part. */
const NAMED =
  /(?:^|[^\p{L}])(?:fig(?:ure)?s?|items?|steps?|pages?|tables?|sections?|chapters?|chap|paragraphs?|paras?|sub-?tasks?|tasks?|sheets?|zones?|notes?|refs?|rev(?:ision)?s?|issues?|nos?|numbers?|nr|msn|p\/?n|s\/?n|sb|ad|asb|sil|sl|eo|ata|amm|cmm|ipc|srm|mel|tsm|faults?|codes?|mod(?:ification)?|class|type|grade|category|phase|appendix|part no|drawing|dwg|frames?|ribs?|stringers?|stations?|sta|fr|pos(?:ition)?|index|volume|vol|model|series|version|alloy|connectors?|terminals?|pins?|switch|a\/c|aircraft|airplanes?)[.:#]{0,2}\s*$/iu;

/** A range of stations along a blade or fuselage. */
const STATIONS = /\bstations? \d{2,5} to \d{2,5} (?:mm|in)\b/i;

/** What may precede a number. Signs of powers, indices and markup must not. */
const APART = /(?:^|[^\p{L}\p{N}_.,/:#&$€”’»+−–^*{⁺⁻⁽₋₊-]|[Øø:(\p{L}][:]|\p{L},|±)$/u;
const POWER = /[\^_]\s*[{(]?\s*$/;

/** Words of a temperature difference, which does not convert like a temperature. */
const DIFFERENCE =
  /\b(?:by|within|rises?|drops?|dropped|falls?|differ\p{L}*|increas\p{L}*|decreas\p{L}*|chang\p{L}*|gradient|rates?|delta|spread|variations?|varies|warmer|cooler|hotter|colder|higher|lower|above|below|over|under|per)\b|[ΔΔ]\s?T?/iu;

const BEFORE = 60;

/** Numbers with units, in order, counted from `offset`. Excludes dates and the numbers of parts, documents, steps and figures. */
export function findQuantities(text: string, style: NumberStyle, offset = 0): Quantity[] {
  return readAll(text, style).map((reading) => quantity(text, { ...reading, span: statedSpan(text, reading) }, offset));
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

/** Excludes numbers inside words and numbers that are names. */
function mayBegin(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - BEFORE), index);
  const isApart = (APART.test(before) && !POWER.test(before)) || /(?:^|[^\p{L}])[Øø]$/u.test(before);
  const isNamed = NAMED.test(before) && !STATIONS.test(text.slice(Math.max(0, index - 12), index + 24));
  return isApart && !isNamed && !/^(?:±\s?|[-−–+])?0\d/.test(text.slice(index, index + 4));
}

/** End of the characters within which no quantity can start. */
function wordEnd(text: string, index: number): number {
  const rest = /[\p{L}\p{N}.,/_-]*/uy;
  rest.lastIndex = index;
  return index + rest.exec(text)![0].length;
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
