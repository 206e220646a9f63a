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

const TOKEN = /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|E[+-][0#?]+|General|([0#?.,]+)|([^"\\])/gi;
const QUOTED = /"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

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

/**
 * A number as its format displays it, except that no digit is hidden: decimals beyond the format are written, and thousands are not
 * grouped. Dates are ISO 8601.
 */
export function formatNumber(value: number, code: string, is1904 = false): string {
  if (code === 'General' || code === '@') return plain(value);
  const shape = code.replace(QUOTED, '').split(';', 1)[0]!;
  if (/[ymdhs]/i.test(shape.replace(/general/gi, ''))) {
    return formatDate(value, shape.toLowerCase(), is1904) ?? plain(value);
  }
  // Conditions are not evaluated.
  if (/\[[<>=]/.test(code)) return plain(value);
  return formatSection(value, sectionOf(value, code));
}

/** The shortest spelling with the 15 digits that Excel keeps. */
function plain(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** The part of a code for positive numbers, negative ones or zero. */
function sectionOf(value: number, code: string): string {
  const sections: string[] = [''];
  for (const [token, , , , , other] of code.matchAll(TOKEN)) {
    if (other === ';') sections.push('');
    else sections[sections.length - 1] += token;
  }
  const [positive = '', negative = positive, zero = positive] = sections;
  return value < 0 ? negative : value === 0 ? zero : positive;
}

function formatSection(value: number, section: string): string {
  const texts = [''];
  const patterns: string[] = [];
  let isPlain = false;
  let percent = 0;
  for (const [token, quoted, escaped, currency, pattern, other] of section.matchAll(TOKEN)) {
    if (pattern !== undefined) {
      patterns.push(pattern);
      texts.push('');
      continue;
    }
    if (/^(?:General|E[+-])/i.test(token) || other === '/') {
      isPlain = true;
      if (patterns.length === 0) {
        patterns.push('#');
        texts.push('');
      }
    }
    if (other === '%') percent += 1;
    const isText = other !== undefined && other !== '/' && other !== '@';
    texts[texts.length - 1] += quoted ?? escaped ?? currency ?? (isText ? other : '');
  }
  // Without digits, the text stands for the number.
  if (patterns.length === 0) return texts[0]!.trim();
  const before = texts[0]!;
  const after = texts.at(-1)!;
  const isScaled = patterns.some((pattern) => /,(?:\.|$)/.test(pattern)) && !/,[0#?]/.test(patterns.at(-1)!);
  if (isScaled) return plain(value);
  const sign = value < 0 ? '-' : '';
  const number = Math.abs(Number((value * 100 ** percent).toPrecision(15)));
  const inner = isPlain ? plain(number) : digitsOf(number, patterns, texts.slice(1, -1));
  const isBracketed = value < 0 && before.includes('(');
  const [lead, tail] = isBracketed ? [before.replace('(', ''), after.replace(')', '')] : [before, after];
  return `${lead.replace(sign || '\0', '')}${sign}${inner}${tail}`.trim();
}

function digitsOf(number: number, patterns: readonly string[], between: readonly string[]): string {
  const text = plain(number);
  if (text.includes('e')) return text;
  const isCode =
    patterns.length > 1 && Number.isInteger(number) && patterns.every((pattern) => /^[0#?]+$/.test(pattern));
  if (isCode) return codeOf(text, patterns, between);
  const [whole = '', decimals = ''] = patterns.join('').replaceAll(',', '').split('.');
  const [digits = '', fraction = ''] = text.split('.');
  const least = decimals.match(/0/g)?.length ?? 0;
  const padded = fraction.padEnd(least, '0');
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
