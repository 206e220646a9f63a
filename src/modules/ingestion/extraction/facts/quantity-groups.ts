import type { Reading } from './quantity-reader.js';

/** How far a sentence is followed to both sides. */
export const SENTENCE = 300;

/** One quantity with the same in other units behind it: `30 psi (207 kPa)`. */
export interface Group {
  first: number;
  last: number;
  start: number;
  end: number;
  /** Another of its kind stands directly beside it: `1 h 30 min`. */
  isPart: boolean;
  /** It is of several numbers: a range, a tolerance. */
  isCompound: boolean;
  /** It begins with a number that counts nothing: 2.3 to 2.7 Nm. */
  isMeasured: boolean;
}

/** Quantities as `###`: what stands in them belongs to them alone. */
export function mask(text: string, spans: readonly { start: number; end: number }[], by = '#'): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start < at) continue;
    parts.push(text.slice(at, start), by.repeat(end - start));
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** A quantity and what is in brackets or behind a stroke directly behind it are one. */
export function groups(text: string, masked: string, readings: readonly Reading[]): Group[] {
  const found: Group[] = [];
  readings.forEach((reading, i) => {
    const last = found.at(-1);
    const before = readings[i - 1];
    const group = {
      first: i,
      last: i,
      start: reading.start,
      end: reading.end,
      isPart: false,
      isCompound: reading.shape !== 'single',
      isMeasured: /^\d+[.,]\d/.test(text.slice(reading.start, reading.end)),
    };
    if (!last || !before || before.unit.unit.kind !== reading.unit.unit.kind) {
      found.push(group);
      return;
    }
    const joint = masked.slice(before.end, reading.start);
    const isInBrackets = /^\s?[([]\s?$/.test(joint) || isOpen(masked, last, joint);
    if ((isInBrackets || /^\s?[/=]?\s?$/.test(joint)) && agree(before, reading)) {
      last.last = i;
      last.end = reading.end;
      const bracket = /^\s?[)\]]/.exec(masked.slice(last.end, last.end + 2));
      if (bracket && isOpen(masked, last, ', ')) last.end += bracket[0].length;
    } else {
      if (joint.trim() === '') last.isPart = group.isPart = true;
      found.push(group);
    }
  });
  return found;
}

/** Whether a group of a few quantities stands within a bracket that is still open. */
function isOpen(masked: string, { start, end }: Group, joint: string): boolean {
  return /^\s?[,;/=]\s?$/.test(joint) && end - start < SENTENCE && /[([][^)\]]*$/.test(masked.slice(start, end));
}

/** Two writings of one quantity: in two units, a tenth apart at most, as rounding does it. */
function agree(one: Reading, other: Reading): boolean {
  if (one.unit.unit === other.unit.unit) return false;
  const [a, b] = [inSi(one), inSi(other)];
  const allowed = one.unit.unit.kind === 'temperature' ? 2 : Math.max(Math.abs(a), Math.abs(b)) * 0.1;
  return Math.abs(a - b) <= allowed;
}

function inSi({ span, unit: { unit } }: Reading): number {
  return span.min === null || unit.factor === null ? NaN : (span.min + (unit.offset ?? 0)) * unit.factor;
}
