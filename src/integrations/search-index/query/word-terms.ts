import { stemmer } from 'stemmer';
import { americanSpelling } from './spelling-variants.js';
import { unitTerm } from './units.js';

/** Longest term; what is longer is a line of dashes or an encoded blob, and is found by its beginning. */
const MAX_TERM = 64;
/** Longest word that is stemmed: no English word is longer, and stemming takes time with the square of the length. */
const MAX_STEMMED = 32;
/** Words whose terms are kept, in each of two generations; a library of 200,000 passages holds some 100,000 different ones, few of them often. */
const MAX_CACHED = 50_000;

let recent = new Map<string, string>();
/** What was recent before: what is met again moves up, the rest is forgotten with it. */
let older = new Map<string, string>();

/**
 * The term of one word, for passages and queries alike: compatibility forms, case and accents folded, spellings and units
 * levelled, English stems. Words with digits are never stemmed. Stems are cached, for most words of a text come again.
 */
export function termOf(word: string): string {
  const cached = recent.get(word);
  if (cached !== undefined) return cached;
  const term = older.get(word) ?? analyseWord(word);
  if (word.length > MAX_TERM) return term;
  if (recent.size >= MAX_CACHED) [older, recent] = [recent, new Map<string, string>()];
  // A copy: the slice of a text would keep the whole text in memory.
  recent.set(Buffer.from(word, 'utf16le').toString('utf16le'), term);
  return term;
}

/** The characters of a word without case, accents and compatibility forms. */
export function foldWord(word: string): string {
  const bounded = word.slice(0, MAX_TERM * 2);
  if (/^[\0-\x7f]*$/.test(bounded)) return bounded.toLowerCase().slice(0, MAX_TERM);
  return bounded
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad\u200c\u200d\u2060\ufeff\ufe00-\ufe0f]/g, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[øæœđłς]/g, (letter) => STROKED[letter]!)
    .slice(0, MAX_TERM);
}

/** Letters that Unicode does not take apart, and the one that is written otherwise at the end of words. */
const STROKED: Record<string, string> = { ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ł: 'l', ς: 'σ' };

function analyseWord(word: string): string {
  const folded = foldWord(word);
  const unit = unitTerm(folded);
  if (unit !== undefined) return unit;
  if (folded.length > MAX_STEMMED || !/^[a-z]+$/.test(folded)) return folded;
  return stemmer(americanSpelling(folded));
}
