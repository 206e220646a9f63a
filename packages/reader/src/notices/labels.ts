/** Kinds of notices (ATA iSpec 2200, S1000D), gravest first. DANGER (ANSI Z535) is a warning. */
export type NoticeKind = 'warning' | 'caution' | 'note';

/** The label at the start of a text: where the text after it starts, and whether there is any. */
export interface NoticeLabel {
  kind: NoticeKind;
  length: number;
  isBare: boolean;
}

/** Names of notices, also in the languages of manufacturers. */
const WARNING = 'DANGER|WARNING|WARNUNG|GEFAHR|AVERTISSEMENT|ADVERTENCIA|PELIGRO|AVVERTENZA|PERICOLO';
const CAUTION = 'CAUTION|VORSICHT|ACHTUNG|ATTENTION|ATTENZIONE|PRECAUCIÓN';
const NOTE = 'NOTE|HINWEIS|REMARQUE|NOTA';

/** Labels that start a notice anywhere in a text. */
export const GRAVE_WORDS = `${WARNING}|${CAUTION}`;
const WORDS = `${GRAVE_WORDS}|${NOTE}`;
/** "Attention: Publications" is an address. */
const TITLE_WORDS = WORDS.split('|')
  .filter((word) => word !== 'ATTENTION')
  .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
  .join('|');

/** Signs before a label, including a revision mark. */
const BEFORE = String.raw`^(?:[R|△▲►]\s{1,8})?[*!⚠\ufe0f\s]*`;
const NUMBER = String.raw`(?:\s+(?:N[Oo]\.?\s?)?\d{1,2}|\s+\([^()\n]{1,20}\))?`;
const PLAIN = `(?:${WORDS})S?${NUMBER}`;
/** `SAFETY WARNING`, `WARNINGS, CAUTIONS AND NOTES`: also section titles. */
const COMPOUND = String.raw`(?:(?:SAFETY|GENERAL|IMPORTANT|SPECIAL|HEALTH)\s+)?(?:${WORDS})S?(?:(?:\s?[/&,]\s?|\s(?:AND|OR)\s)(?:${WORDS})S?){0,3}${NUMBER}`;
const TITLE = `(?:${TITLE_WORDS})[Ss]?${NUMBER}`;

/** A label and its separator. Title case needs a colon, or a dash before a new sentence: "Note that …" is prose. */
const STARTS = [
  String.raw`${COMPOUND}(?:\s*[:!]+|\s*\|(?=\s|$)|\s*[–—]+\s*(?=\S)|\s*-+\s+(?=\S)|\s*\.\s+(?=\S)|\s?\*+\s*(?=\S))`,
  String.raw`(?:\[\s?${PLAIN}\s?\]|<\s?${PLAIN}\s?>|\(\s?${PLAIN}\s?\)|\{\s?${PLAIN}\s?\})[:.–—]?\s+(?=\S)`,
  String.raw`${TITLE}(?:\s*(?:[:!]+|\|)(?=\s|$|\p{Lu})|\s+[-–—]\s+(?=\p{Lu}))`,
].map((pattern) => new RegExp(BEFORE + pattern, 'u'));

const BARE = [
  String.raw`[[<({]?(?:${PLAIN}|${TITLE})[\])>}]?\s{0,8}[:!.]{0,8}`,
  String.raw`${COMPOUND}\s{0,8}:{1,8}`,
  String.raw`(?:D A N G E R|W A R N I N G|C A U T I O N|N O T E)(?: ?S)?\s{0,8}:?`,
].map((pattern) => new RegExp(String.raw`${BEFORE}${pattern}[*!⚠\ufe0f\s]*$`, 'u'));

const SPACED = /^(D A N G E R|W A R N I N G|C A U T I O N|N O T E)(?: ?S)?\b\s*[:.–—-]?/;

/** The sign that replaces the word. */
const SIGN = /^(?:[R|△▲►]\s{1,8})?⚠\ufe0f?\s*/u;

/** Colors and values of lights and sounds, in the cell after "Warning": `Warning | Red`, `Caution | Amber 5 V`. Not a notice. */
const INDICATION =
  /^(?:(?:master|steady|flashing|continuous|single|triple|repetitive)\s)?(?:(?:red|amber|yellow|orange|white|green|blue|cyan|magenta|aural|visual|chime|horn|gong|bell|lights?|lamps?|tone|level|yes|none|n\/a)(?![\p{L}-])|\d[\d.,]*\s?\p{L}{0,3}$|[-–—]$)/iu;

/** `Warning | Yellow fluid burns`. */
const HARM = /[.!]|\b(?:do not|hot|live|toxic|burn|danger|hazard|injur|can|may|must)/iu;
const MAX_INDICATION = 40;

/** Whether a label in the first cell of a row names an indication, by the text after it. */
export function isIndication(behind: string): boolean {
  const [before, cell = ''] = behind.split('|', 2).map((text) => text.trim());
  return before === '' && cell.length <= MAX_INDICATION && INDICATION.test(cell) && !HARM.test(cell);
}

/** Finds the label at the start of a text, or null. */
export function labelAt(text: string): NoticeLabel | null {
  const length = [...STARTS, SPACED].map((start) => start.exec(text)?.[0].length ?? 0).find(Boolean) ?? 0;
  if (BARE.some((bare) => bare.test(text))) return { kind: kindOf(text), length: text.length, isBare: true };
  if (text.charAt(length - 1) === '|' && isIndication(text.slice(length - 1))) return null;
  if (length > 0) return { kind: kindOf(text.slice(0, length)), length, isBare: text.slice(length).trim() === '' };
  const sign = SIGN.exec(text)?.[0].length ?? 0;
  return sign === 0 ? null : { kind: 'warning', length: sign, isBare: sign === text.length };
}

const WARNINGS = new RegExp(WARNING, 'i');
const CAUTIONS = new RegExp(CAUTION, 'i');

/** The gravest kind that a label names. */
export function kindOf(label: string): NoticeKind {
  const letters = label.replace(/(?<=\b\p{Lu}) (?=\p{Lu}\b)/gu, '');
  if (WARNINGS.test(letters)) return 'warning';
  return CAUTIONS.test(letters) ? 'caution' : 'note';
}
