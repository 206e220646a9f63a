import { cutText, wellFormed } from '../../../common/cut-text.js';

/** Characters kept of why a page could not be read. */
const MAX_ERROR = 500;

/** Ligatures and Arabic or Hebrew presentation forms: shapes of letters, which searches spell with the letters themselves. */
const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe70-\ufefc]/g;

/** Bullets of the Symbol and Wingdings fonts, which arrive in the private use area. */
const SYMBOL_BULLETS = /[\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf0a8]/g;

// PostgreSQL refuses NUL, and no reader can see the others. (Line feed and tab are turned into spaces below.)

const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u2060\ufeff\ufffe\uffff]/g;

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]/;

/** Words that keep their hyphen when a line happens to break after it. */
const HYPHENATING_PREFIX =
  /(?:^|[\s(])(?:self|non|high|low|cross|well|all|half|semi|anti|pre|post|two|three|four|multi)-$/i;

/** One line as readers see it: letters for ligatures, one space between words, nothing invisible, valid Unicode. */
export function cleanLine(text: string): string {
  return wellFormed(text)
    .replace(PRESENTATION_FORMS, (form) => form.normalize('NFKC'))
    .replace(SYMBOL_BULLETS, '•')
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

/**
 * How two consecutive lines of one paragraph join: the characters to drop from the first, and what comes between.
 *
 * A hyphen at the end of a line is taken out between lower-case letters ("main-" + "tenance"), and kept without a space
 * when it belongs to the word or number ("A320-" + "57-1089", "high-" + "pressure").
 */
export function jointOf(first: string, second: string): { drop: 0 | 1; glue: '' | ' ' } {
  // Patterns anchored at the end still look at every place of a long string.
  const tail = first.slice(-24);
  if (first === '' || second === '') return { drop: 0, glue: '' };
  if (tail.endsWith('\u00ad')) return { drop: 1, glue: '' };
  if (/\p{L}{2}[-‐]$/u.test(tail) && /^\p{Ll}/u.test(second)) {
    return { drop: HYPHENATING_PREFIX.test(tail) ? 0 : 1, glue: '' };
  }
  if (/[\p{L}\p{N}][-‐/]$/u.test(tail) && /^[\p{L}\p{N}]/u.test(second)) return { drop: 0, glue: '' };
  return { drop: 0, glue: CJK.test(first.slice(-1)) && CJK.test(second.charAt(0)) ? '' : ' ' };
}

/** Joins two consecutive lines of one paragraph, see `jointOf`. */
export function joinLines(first: string, second: string): string {
  const { drop, glue } = jointOf(first, second);
  return first.slice(0, first.length - drop) + glue + second;
}

/** Why a page could not be read, as it is stored. */
export function pageError(error: unknown): string {
  return cutText(cleanLine(error instanceof Error ? error.message : String(error)), MAX_ERROR);
}
