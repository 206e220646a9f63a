/** Decimal separator of a text. Null: unknown. `mixed`: the text contradicts the declared language. */
export type NumberStyle = 'point' | 'comma' | 'mixed' | null;

const COMMA_LANGUAGES =
  /^(?:bg|ca|cs|da|de|el|es|et|fi|fr|hr|hu|id|is|it|lt|lv|mk|nb|nl|nn|no|pl|pt|ro|ru|sk|sl|sr|sv|tr|uk|vi)\b/i;
const POINT_LANGUAGES = /^(?:en|he|hi|ja|ko|th|zh)\b/i;

const ENGLISH = /\b(?:the|of|and|to|is|with|for|that|from|in accordance)\b/gi;
const OTHERS =
  /\b(?:der|die|das|und|mit|auf|den|le|la|les|des|et|est|avec|el|los|del|con|il|che|een|het|och|med|jest)\b/gi;

/** Function words required to determine a language. */
const ENOUGH_WORDS = 5;

/** Function words required to contradict the declared language. */
const ENOUGH_TO_DOUBT = 2;

/** By function words, else the declared language, else as before. After a contradiction the style stays `mixed` to the end of the file. */
export function numberStyle(text: string, language: string | null, before: NumberStyle): NumberStyle {
  if (before === 'mixed') return before;
  const declared = declaredStyle(language);
  const english = text.match(ENGLISH)?.length ?? 0;
  const others = text.match(OTHERS)?.length ?? 0;
  const most = Math.max(english, others);
  const isClear = most > 3 * Math.min(english, others);
  const own = isClear ? (english > others ? 'point' : 'comma') : null;
  if (declared !== null && own !== null && own !== declared && most >= ENOUGH_TO_DOUBT) return 'mixed';
  if (own !== null && most >= ENOUGH_WORDS) return own;
  return declared ?? before;
}

function declaredStyle(language: string | null): 'point' | 'comma' | null {
  if (language === null) return null;
  if (COMMA_LANGUAGES.test(language)) return 'comma';
  return POINT_LANGUAGES.test(language) ? 'point' : null;
}

const FRACTIONS: Readonly<Record<string, number>> = {
  '¼': 1 / 4,
  '½': 1 / 2,
  '¾': 3 / 4,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
};

/** A number: grouped, decimal or a fraction, without sign. */
export const NUMBER = String.raw`(?:\d{1,3}(?:[ '’\u00a0\u2009\u202f]\d{3})+(?!\d)(?:[.,]\d{1,9})?|\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d{1,9})?|\d{1,3}(?:\.\d{3}){2,}(?![\d.])(?:,\d{1,9})?|\d{1,3}[ -]\d{1,2}\/\d{1,3}|\d{1,4}\/\d{1,4}|\d{0,3} ?[¼½¾⅛⅜⅝⅞]|\d{1,9}(?:[.,]\d{1,9})?|[.,]\d{1,9})(?![\d])`;

/** After these words a space within digits separates thousands. Elsewhere it may separate two numbers. */
const CALLS_FOR_ONE =
  /(?:\b(?:to|of|at|than|between|is|are|below|above|every|each|by|within|exceeds?|exceeding|approximately|about|maximum|minimum|max\.?|min\.?|auf|von|bis|mit|ist|à|de|est|entre)|[=:≤≥<>±~(])\s*$/i;

/** Null if ambiguous: `1,250` in an unknown language, `10/20`, `3 250` if 3 may be an item. @param before text before the number */
export function numberOf(written: string, style: NumberStyle, before = ''): number | null {
  const text = written.trim();
  const vulgar = /^(\d*) ?([¼½¾⅛⅜⅝⅞])$/.exec(text);
  if (vulgar) return Number(vulgar[1]) + FRACTIONS[vulgar[2]!]!;
  if (text.includes('/')) return fractionOf(text);
  if (/^\d{1,3}(?:['’\u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?$/.test(text))
    return Number(text.replace(/['’\u00a0\u2009\u202f]/g, '').replace(',', '.'));
  if (/^\d{1,3}(?: \d{3})+(?:[.,]\d+)?$/.test(text)) {
    // `400 500` and `100 200 300` may be two values.
    const isOne = /^\d{1,2} /.test(text) && CALLS_FOR_ONE.test(before);
    return isOne ? Number(text.replaceAll(' ', '').replace(',', '.')) : null;
  }
  return separated(text, style);
}

/** Accepts halves to sixty-fourths. Other fractions are ratios or two numbers. */
function fractionOf(text: string): number | null {
  const match = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/.exec(text);
  if (!match) return null;
  const [whole, over, under] = [Number(match[1] ?? 0), Number(match[2]), Number(match[3])];
  return [2, 4, 8, 16, 32, 64].includes(under) && over < under ? whole + over / under : null;
}

function separated(text: string, style: NumberStyle): number | null {
  const separators = text.replace(/\d/g, '');
  if (separators === '') return Number(text);
  if (separators.length > 1) {
    const [first, last] = [separators[0]!, separators.at(-1)!];
    if (first === last && style === (first === ',' ? 'comma' : 'point')) return null;
    const digits = text.replaceAll(first, '');
    return Number(first === last ? digits : digits.replace(',', '.'));
  }
  const [whole = '', decimals = ''] = text.split(separators);
  const decimal = Number(`${whole}.${decimals}`);
  if (decimals.length !== 3 || whole === '' || whole.length > 3 || /^0/.test(whole))
    return separators === ',' && style === 'point' && !/^0*$/.test(whole) ? null : decimal;
  if (style === null || style === 'mixed') return null;
  return (style === 'point') === (separators === '.') ? decimal : Number(whole + decimals);
}
