/** Formats without code in the file (ECMA-376-1, 18.8.30). Those of other languages are dates too. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  17: 'mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 16) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Longer codes than Excel permits are not used. */
const MAX_CODE = 255;

/** A fraction is written as a decimal number. Its denominator may be fixed: `# ?/16`. */
const FRACTION = /(?:[#?0]+(?:\s|" *"|\\ )+)?[#?0]+\s*\/\s*[#?\d]+/.source;
const CURRENCY = /\[\$(?:-[^\]]*|([^\]]*?)(?:-(?:[\da-f]{3,8}|x-\w+|[a-z]{2}-[a-z]{2}))?)\]/.source;
const TOKEN = new RegExp(
  `"([^"]*)"|\\\\(.)|[_*].|${CURRENCY}|\\[[^\\]]*\\]|E[+-][0#?]+|General|${FRACTION}|([0#?.,]+)|([^"\\\\])`,
  'gi',
);
const QUOTED = /"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/** A format of dates has no places of digits, except for parts of seconds. */
const DATE = /^(?=.*[ymdhs])(?:AM\/PM|A\/P|s\.0+|[ymdhsbeg]|[^a-z0#?])*$/i;

/** Digits in groups of thousands: `# ##0`. */
const GROUPING = /^[\s\u00a0\u202f]$/;

const DAY_MS = 86_400_000;
/** Serial number of 1970-01-01, counted from 1899-12-30 and from 1904-01-01. */
const EPOCH = { since1900: 25_569, since1904: 24_107 };
/** Day 60 is February 29 of 1900, which did not exist: earlier days have a number less. */
const LEAP_BUG = 60;
const MAX_SERIAL = 2_958_466;

/** The code of a number format. */
export function formatCode(id: number, custom: ReadonlyMap<number, string>): string {
  const code = custom.get(id) ?? BUILT_IN[id] ?? (isBuiltInDate(id) ? 'yyyy-mm-dd' : 'General');
  return code.length > MAX_CODE ? 'General' : code;
}

/** A value as displayed. */
export interface Shown {
  text: string;
  /** `hidden` if the format shows nothing, `format` if it is not applied: it is not fully understood, or scales the number. */
  caveat?: 'hidden' | 'format';
}

/**
 * A number as its format displays it, except that no digit is hidden: decimals beyond the format are written, and thousands are not
 * grouped. Dates are ISO 8601.
 */
export function formatNumber(value: number, code: string, is1904 = false): Shown {
  if (code === 'General' || code === '@') return { text: plain(value) };
  const shape = code.replace(QUOTED, '').split(';', 1)[0]!;
  // Conditions are not evaluated.
  const isConditional = /\[[<>=]/.test(code);
  const text = isConditional
    ? null
    : DATE.test(shape)
      ? formatDate(value, shape.toLowerCase(), is1904)
      : formatSection(value, sectionsOf(code));
  if (text === null) return { text: plain(value), caveat: 'format' };
  return text === '' ? { text, caveat: 'hidden' } : { text };
}

/** A text as the fourth section of its format, or a last one with `@`, displays it. */
export function formatText(text: string, code: string): Shown {
  const sections = sectionsOf(code);
  const section = sections[3] ?? sections.at(-1)!;
  if (code === '@' || (sections.length < 4 && !section.includes('@'))) return { text };
  const pieces: string[] = [];
  for (const [, quoted, escaped, currency, pattern, other] of section.matchAll(TOKEN)) {
    if (pattern !== undefined || (other !== undefined && isUnknown(other))) return { text, caveat: 'format' };
    pieces.push(quoted ?? escaped ?? currency ?? (other === '@' ? text : (other ?? '')));
  }
  const shown = pieces.join('');
  return shown.includes(text) || text.trim() === '' ? { text: shown } : { text: shown, caveat: 'hidden' };
}

/** The shortest spelling with the 15 digits that Excel keeps. */
function plain(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** The parts of a code for positive numbers, negative ones, zero and text. */
function sectionsOf(code: string): string[] {
  const sections: string[] = [''];
  for (const [token, , , , , other] of code.matchAll(TOKEN)) {
    if (other === ';') sections.push('');
    else sections[sections.length - 1] += token;
  }
  return sections;
}

/** Programs disagree about letters and digits without quotes. */
function isUnknown(other: string): boolean {
  return /[a-z1-9]/i.test(other);
}

/** Null for a format that is not fully understood. */
function formatSection(value: number, [positive = '', negative, zero = positive]: readonly string[]): string | null {
  const section = value < 0 ? (negative ?? positive) : value === 0 ? zero : positive;
  const texts = [''];
  const patterns: string[] = [];
  let isPlain = false;
  let percent = 0;
  for (const [token, quoted, escaped, currency, pattern, other] of section.matchAll(TOKEN)) {
    const isWhole = /^(?:General$|[#?0].*\/)/i.test(token) || other === '@';
    if (pattern !== undefined || isWhole) {
      patterns.push(pattern ?? '#');
      texts.push('');
    }
    isPlain ||= isWhole || /^E[+-]/i.test(token);
    if (isWhole || pattern !== undefined) continue;
    if (other !== undefined && isUnknown(other)) return null;
    if (other === '%') percent += 1;
    texts[texts.length - 1] += quoted ?? escaped ?? currency ?? other ?? '';
  }
  // Without digits, the text stands for the number.
  if (patterns.length === 0) return texts[0]!.trim();
  const isScaled = /,(?:\.|$)/.test(patterns.join(''));
  if (isScaled) return null;
  const number = Math.abs(Number((value * 100 ** percent).toPrecision(15)));
  const inner = isPlain && patterns.length === 1 ? plain(number) : digitsOf(number, patterns, texts.slice(1, -1));
  if (inner === null) return null;
  const [lead, tail] = [texts[0]!, texts.at(-1)!];
  if (value >= 0) return `${lead}${inner}${tail}`.trim();
  return negativeOf(lead, inner, tail, negative !== undefined).trim();
}

/** @param isSigned whether the format has its own sign */
function negativeOf(lead: string, digits: string, tail: string, isSigned: boolean): string {
  if (lead.includes('(')) return `${lead.replace('(', '')}-${digits}${tail.replace(')', '')}`;
  if (!isSigned && lead.trim() !== '-') return `${lead}-${digits}${tail}`;
  const [before, after] = [lead.replace(/^\s*[-−–]|[-−–]\s*$/, ''), tail.replace(/^\s*[-−–](?=\s|$)|[-−–]\s*$/, '')];
  return `${before}-${digits}${after}`;
}

/** Null for several patterns that are neither groups of one number nor of a code. */
function digitsOf(number: number, patterns: readonly string[], between: readonly string[]): string | null {
  const text = plain(number);
  const isCode = patterns.length > 1 && patterns.every((pattern) => /^0+$/.test(pattern));
  if (isCode && Number.isInteger(number) && !text.includes('e')) return codeOf(text, patterns, between);
  const pattern = patterns.join('');
  if (isCode || !between.every((separator) => GROUPING.test(separator))) return null;
  const [whole = '', decimals = '', ...more] = pattern.replaceAll(',', '').split('.');
  if (more.length > 0) return null;
  if (text.includes('e')) return text;
  const [digits = '', fraction = ''] = text.split('.');
  const padded = fraction.padEnd(decimals.match(/0/g)?.length ?? 0, '0');
  const isNothing = number === 0 && !whole.includes('0') && padded === '';
  if (isNothing) return '';
  return digits.padStart(whole.match(/0/g)?.length ?? 0, '0') + (padded === '' ? '' : `.${padded}`);
}

/** Digits in groups: 324100 as `00-00-00` is 32-41-00. */
function codeOf(text: string, patterns: readonly string[], between: readonly string[]): string {
  const places = patterns.reduce((sum, { length }) => sum + length, 0);
  const digits = text.padStart(places, '0');
  let at = digits.length - places + patterns[0]!.length;
  let code = digits.slice(0, at);
  patterns.slice(1).forEach(({ length }, i) => {
    code += (between[i] ?? '') + digits.slice(at, at + length);
    at += length;
  });
  return code;
}

/** Null for a number that is no date. */
function formatDate(value: number, shape: string, is1904: boolean): string | null {
  if (value < 0 || value >= MAX_SERIAL) return null;
  if (/\[h|\[m|\[s/.test(shape)) return duration(Math.round(value * DAY_MS));
  const days = !is1904 && value < LEAP_BUG ? value + 1 : value;
  const ms = Math.round((days - (is1904 ? EPOCH.since1904 : EPOCH.since1900)) * DAY_MS);
  const [date, time] = new Date(ms).toISOString().split('T') as [string, string];
  const hasTime = /[hs]/.test(shape);
  const hasDate = /[yd]/.test(shape) || !hasTime;
  const day = /d/.test(shape) || !/y/.test(shape) ? date : date.slice(0, /m/.test(shape) ? 7 : 4);
  return [hasDate ? day : '', hasTime ? clock(time) : ''].filter(Boolean).join(' ');
}

function clock(time: string): string {
  return time.replace(/(?::00)?\.000Z$/, '').replace('Z', '');
}

function duration(ms: number): string {
  const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  const rest = ms % 60_000;
  const seconds =
    rest === 0 ? '' : `:${two(rest / 1000)}${rest % 1000 === 0 ? '' : `.${String(rest % 1000).padStart(3, '0')}`}`;
  return `${Math.floor(ms / 3_600_000)}:${two((ms / 60_000) % 60)}${seconds}`;
}
