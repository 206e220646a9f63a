/** A number with its letters: `AB120C`. */
export interface AircraftNumber {
  prefix: string;
  value: number;
  suffix: string;
}

/** Inclusive; null is open. */
export interface NumberRange {
  from: AircraftNumber | null;
  to: AircraftNumber | null;
  /** What the statement leaves open: `up to 120` its end, `between 100 and 120` both ends, `100/120` what lies between. */
  open?: 'end' | 'ends' | 'inside';
}

export function numberOf(text: string): AircraftNumber | null {
  const match = /^([A-Z]{0,4})[ -]?(\d{1,9})([A-Z]?)$/u.exec(text.trim().toUpperCase());
  return match && { prefix: match[1]!, value: Number(match[2]), suffix: match[3]! };
}

/** Null if the number cannot be compared with the range. */
export function inRanges(ranges: readonly NumberRange[], written: string | number | null): boolean | null {
  const number = written === null ? null : numberOf(String(written));
  return number && anyOf(ranges.map((range) => inRange(range, number)));
}

function inRange({ from, to, open }: NumberRange, number: AircraftNumber): boolean | null {
  const bounds = [from, to].filter((bound) => bound !== null);
  const isOne = from !== null && to !== null && sameNumber(from, to);
  if (isOne && sameNumber(from, number)) return true;
  for (const bound of bounds) {
    if (bound.prefix !== number.prefix) return startsLike(bound.prefix, number.prefix) ? null : false;
    // `10D` can be a misread `100`, or a register can leave letters away.
    if (bound.suffix !== '' && number.suffix === '') return null;
    // The order of `120A` and `120B` among serial numbers is the manufacturer's.
    if ((bound.suffix !== '' || number.suffix !== '') && bound.value === number.value) return isOne ? false : null;
  }
  const isInside = (from === null || number.value >= from.value) && (to === null || number.value <= to.value);
  if (!isInside || open === undefined) return isInside;
  const isEnd = (open === 'end' ? [to] : bounds).some((bound) => bound?.value === number.value);
  return isEnd === (open !== 'inside') ? null : true;
}

/** Of `K` and of no letters `KO` can be a misreading. */
function startsLike(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

function sameNumber(one: AircraftNumber, other: AircraftNumber): boolean {
  return one.prefix === other.prefix && one.value === other.value && one.suffix === other.suffix;
}

export function contains(one: NumberRange, other: NumberRange): boolean {
  const low = one.from === null || (other.from !== null && one.from.value <= other.from.value);
  const high = one.to === null || (other.to !== null && one.to.value >= other.to.value);
  return low && high;
}

export function overlaps(one: NumberRange, other: NumberRange): boolean {
  return (one.from?.value ?? 0) <= (other.to?.value ?? Infinity) && (other.from?.value ?? 0) <= (one.to?.value ?? Infinity); // prettier-ignore
}

/** In three-valued logic. */
export function anyOf(values: readonly (boolean | null)[]): boolean | null {
  return values.includes(true) ? true : values.includes(null) ? null : false;
}
