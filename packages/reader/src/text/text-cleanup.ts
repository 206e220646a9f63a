import { cutText, wellFormed } from '@amks/language/text/cut-text.js';
import type { Caveat } from '../document/caveats.js';

/** Maximum characters of a stored error. */
const MAX_ERROR = 500;

/** Ligatures, Arabic or Hebrew presentation forms and vertical forms: searches use the letters themselves. */
const PRESENTATION_FORMS = /[\ufb00-\ufdcf\ufdf0-\ufdff\ufe10-\ufe19\ufe30-\ufe48\ufe70-\ufefc]/g;

/** Bullets of the Symbol and Wingdings fonts, which arrive in the private use area. */
const SYMBOL_BULLETS = /[\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf0a8]/g;

export const UNKNOWN_CHARACTER = '\ufffd';

/**
 * Controls (PostgreSQL rejects NUL), noncharacters and undisplayed characters. Joiners, variation selectors and direction marks stay: they
 * change what is displayed.
 */
const INVISIBLE = new RegExp(
  [
    String.raw`[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]`,
    String.raw`(?![\u061c\u115f\u1160\u3164\uffa0\u200c-\u200f\u202a-\u202e\u2066-\u2069]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}`,
    String.raw`(?<=[\p{Script=Latin}\p{Nd}\p{Pd}./])[\u061c\u200c-\u200f]+(?=[\p{Script=Latin}\p{Nd}\p{Pd}./])`,
  ].join('|'),
  'gu',
);

/** Chinese and Japanese characters, which have no spaces between words. Full-width digits and Latin letters are excluded. */
const CJK = /[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff9f]/;
const SPACED_CJK = new RegExp(`${CJK.source} ${CJK.source}`);

/** Prefixes that keep their hyphen at a line break. */
const HYPHENATING_PREFIX =
  /(?:^|[\s(])(?:self|non|high|low|cross|well|all|half|semi|anti|pre|post|two|three|four|multi)-$/i;

/**
 * Text as it is stored: what is printed, verbatim. Dashes and minus signs, decimal commas, full-width digits, raised digits, fractions and
 * signs of units keep their own characters; values are the business of facts, spellings of the search. Only these are written otherwise:
 * shapes of letters as the letters, characters in their composed form (NFC), private ones as unknown. What is invisible is left out; the
 * reader of a format in which a soft hyphen is seen puts a hyphen in its place before.
 */
export function cleanCharacters(text: string): string {
  return wellFormed(text)
    .replace(PRESENTATION_FORMS, (form) => form.normalize('NFKC'))
    .replace(SYMBOL_BULLETS, '•')
    .replace(/\p{Co}/gu, UNKNOWN_CHARACTER)
    .replace(INVISIBLE, '')
    .normalize('NFC');
}

/** One line as it is stored, see `cleanCharacters`: one space between words. */
export function cleanLine(text: string): string {
  return cleanCharacters(text).replace(/\s+/g, ' ').trim();
}

/** Unknown characters, and hyphens removed from numbers and part numbers. */
export function characterCaveats(text: string): Caveat[] {
  const hidesHyphens = /[\p{Lu}\p{N}]\u00ad|\u00ad[\p{Lu}\p{N}]/u.test(text);
  const isUnknown = cleanCharacters(text).includes(UNKNOWN_CHARACTER);
  return [...(isUnknown ? ['symbol' as const] : []), ...(hidesHyphens ? ['hyphens' as const] : [])];
}

/** Shows soft hyphens, except between lowercase letters, where a line could break. */
export function withDrawnHyphens(text: string): string {
  return text.replace(/(?<!\p{Ll})\u00ad|\u00ad(?!\p{Ll})/gu, '-');
}

export function isSymbolBullet(character: string): boolean {
  return character.replace(SYMBOL_BULLETS, '') === '';
}

/**
 * How two consecutive lines of one paragraph join: the characters to drop from the first, and what comes between.
 * A hyphen at the end of a line is taken out between lower-case letters ("main-" + "tenance"), and kept without a space when it belongs to
 * the word or number ("A320-" + "57-1089", "high-" + "pressure").
 */
export function jointOf(first: string, second: string): { drop: 0 | 1; glue: '' | ' ' } {
  // Patterns anchored at the end examine every position of a long string.
  const tail = first.slice(-24);
  if (first === '' || second === '') return { drop: 0, glue: '' };
  if (/\p{L}{2}[-‐]$/u.test(tail) && /^\p{Ll}/u.test(second)) {
    return { drop: HYPHENATING_PREFIX.test(tail) ? 0 : 1, glue: '' };
  }
  if (/[\p{L}\p{N}][-‐/]$/u.test(tail) && /^[\p{L}\p{N}]/u.test(second)) return { drop: 0, glue: '' };
  return { drop: 0, glue: areUnspaced(first, second) ? '' : ' ' };
}

/** Whether two adjacent texts are in a script without spaces. */
export function areUnspaced(first: string, second: string): boolean {
  return CJK.test(first.slice(-1)) && CJK.test(second.charAt(0));
}

export function hasSpacedCjk(text: string): boolean {
  return SPACED_CJK.test(text);
}

/** Joins two consecutive lines of one paragraph, see `jointOf`. */
export function joinLines(first: string, second: string): string {
  const { drop, glue } = jointOf(first, second);
  return first.slice(0, first.length - drop) + glue + second;
}

/** Why a page could not be read, as stored. */
export function pageError(error: unknown): string {
  return cutText(cleanLine(error instanceof Error ? error.message : String(error)), MAX_ERROR);
}
