import type { ExtractedDocument } from '../document/document.types.js';

/** BCP 47, without region. `und`: a language other than English, or a mixture. */
export type TextLanguage = string;

/** Letters of the passages read so far, by language. */
export type LanguageCounts = Record<TextLanguage, number>;

/** Letters of different words that show a language. */
const ENOUGH = 100;
/** Letters whose language remains unclear, from which it is not English. */
const ENOUGH_UNCLEAR = 200;
/**
 * Greatest likeness to English of a text in another language, relative to that language. None of 7,624 English passages of 300 characters
 * resembles another language so much more than English.
 */
const MOST_ENGLISH = 0.9;
/** Share of letters of other scripts in a text that is not English, and their number. */
const FOREIGN_SHARE = 0.1;
const FOREIGN_LETTERS = 10;
/** Share of English in a document whose language is English. */
const ENGLISH_SHARE = 0.9;

const UNCLEAR = 'und';
const LETTER = /\p{L}/gu;
const WORD = /\p{L}+/gu;
const FOREIGN_LETTER = /(?![µμΩωφΦπΔ])\P{Script=Latin}/gu;
/** Words that only English has. Enough of them show it at little cost. */
const ENGLISH_WORD = /\b(?:the|and|with|from|that|this|must)\b/gi;
const ENGLISH_WORDS = 3;
const ENGLISH_WORD_SHARE = 0.08;
/** Part numbers, values and codes. */
const CODE = /\S*\p{N}\S*/gu;

/** The languages of the passages of a document, in order. A passage that does not show its language has that of the document so far. */
export class PassageLanguages {
  constructor(readonly counts: LanguageCounts) {}

  /** Null if neither the text nor the document so far shows a language. */
  async next(text: string): Promise<TextLanguage | null> {
    const words = distinct(text.replace(CODE, ' '));
    const letters = count(words, LETTER);
    const found = await detect(words, letters);
    if (found !== null) this.counts[found] = (this.counts[found] ?? 0) + letters;
    if (found !== null && (found !== UNCLEAR || letters >= ENOUGH_UNCLEAR)) return found;
    return mainLanguage(this.counts);
  }
}

/** The language with the most letters; null if there are too few. */
function mainLanguage(counts: LanguageCounts): TextLanguage | null {
  const [first] = Object.entries(counts)
    .filter(([, letters]) => letters > 0)
    .sort(([, a], [, b]) => b - a);
  if (!first) return null;
  const [language, letters] = first;
  return language === UNCLEAR && letters < ENOUGH_UNCLEAR ? null : language;
}

/** The language of a document; what the file declares if the text does not show it, or says the same with less detail. */
export function documentLanguage(
  { language: declared }: ExtractedDocument,
  counts: LanguageCounts = {},
): string | null {
  const total = Object.values(counts).reduce((sum, letters) => sum + letters, 0);
  const english = counts['en'] ?? 0;
  const isEnglish = total > 0 && english >= ENGLISH_SHARE * total;
  const main = isEnglish ? 'en' : mainLanguage({ ...counts, en: 0 });
  if (main === null || main === UNCLEAR) return declared;
  return declared?.split(/[-_]/, 1)[0]!.toLowerCase() === main ? declared : main;
}

/** `und` for enough letters whose language is not clear; null for too few. */
async function detect(words: string, letters: number): Promise<TextLanguage | null> {
  const foreign = words.replace(/\P{L}/gu, '').match(FOREIGN_LETTER) ?? [];
  if (foreign.length >= FOREIGN_LETTERS && foreign.length >= FOREIGN_SHARE * letters) {
    // English names among them do not decide.
    const [[best]] = await ranked(words.replace(/\p{Script=Latin}+/gu, ' '));
    return best;
  }
  if (letters < ENOUGH) return null;
  const english = count(words, ENGLISH_WORD);
  if (english >= ENGLISH_WORDS && english >= ENGLISH_WORD_SHARE * count(words, WORD)) return 'en';
  const found = await ranked(words);
  const [best] = found[0];
  const likeness = found.find(([code]) => code === 'en')?.[1] ?? 0;
  return best === 'en' || likeness <= MOST_ENGLISH ? best : UNCLEAR;
}

/** Languages with their likeness, the most likely first. */
async function ranked(words: string): Promise<[[TextLanguage, number], ...[TextLanguage, number][]]> {
  const { francAll } = await import('franc-min');
  const found = francAll(words, { minLength: 1 }).map(([code, likeness]): [TextLanguage, number] => [
    // The shortest code: `de` for `deu`. `und` is the root of all locales.
    code === UNCLEAR ? UNCLEAR : new Intl.Locale(code).language,
    likeness,
  ]);
  return found as [[TextLanguage, number], ...[TextLanguage, number][]];
}

/** Repeated words, as in tables, make all languages look alike. */
function distinct(text: string): string {
  return [...new Set(text.split(/\s+/))].join(' ');
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
