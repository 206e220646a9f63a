/** Ligatures and Arabic or Hebrew presentation forms: shapes of letters, which searches spell with the letters themselves. */
const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe70-\ufefc]/g;

/** Bullets of the Symbol and Wingdings fonts, which arrive in the private use area. */
const SYMBOL_BULLETS = /[\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf0a8]/g;

// PostgreSQL refuses NUL, and no reader can see the others. (Line feed and tab are turned into spaces below.)

const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u2060\ufeff\ufffe\uffff]/g;

/** Halves of a character outside the basic plane whose other half is missing: not storable as UTF-8. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]/;

/** Words that keep their hyphen when a line happens to break after it. */
const HYPHENATING_PREFIX =
  /(?:^|[\s(])(?:self|non|high|low|cross|well|all|half|semi|anti|pre|post|two|three|four|multi)-$/i;

/** One line as readers see it: letters for ligatures, one space between words, nothing invisible, valid Unicode. */
export function cleanLine(text: string): string {
  return text
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(PRESENTATION_FORMS, (form) => form.normalize('NFKC'))
    .replace(SYMBOL_BULLETS, '•')
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

/**
 * Joins two consecutive lines of one paragraph.
 *
 * A hyphen at the end of a line is taken out between lower-case letters ("main-" + "tenance"), and kept without a space
 * when it belongs to the word or number ("A320-" + "57-1089", "high-" + "pressure").
 */
export function joinLines(first: string, second: string): string {
  if (first === '' || second === '') return first + second;
  if (first.endsWith('\u00ad')) return first.slice(0, -1) + second;
  if (/\p{L}{2}[-‐]$/u.test(first) && /^\p{Ll}/u.test(second)) {
    return HYPHENATING_PREFIX.test(first) ? first + second : first.slice(0, -1) + second;
  }
  if (/[\p{L}\p{N}][-‐/]$/u.test(first) && /^[\p{L}\p{N}]/u.test(second)) return first + second;
  return CJK.test(first.slice(-1)) && CJK.test(second.charAt(0)) ? first + second : `${first} ${second}`;
}
