import { stemmer } from 'stemmer';
import { americanSpelling } from './spelling-variants.js';
import { unitTerm } from './unit-terms.js';

/** Maximum length of a term. Longer ones are cut. */
const MAX_TERM = 64;
const MAX_STEMMED = 32;
/** Terms in each of two cache generations. A library of 200,000 passages has about 100,000 different words. */
const MAX_CACHED = 50_000;

let recent = new Map<string, string>();
/** The older generation. Words that recur are moved to `recent`. */
let older = new Map<string, string>();

/** The term of one word: compatibility forms, case, accents, spelling and units normalized, English stem. Cached. */
export function termOf(word: string): string {
  const cached = recent.get(word);
  if (cached !== undefined) return cached;
  const term = older.get(word) ?? analyseWord(word);
  if (word.length > MAX_TERM) return term;
  if (recent.size >= MAX_CACHED) [older, recent] = [recent, new Map<string, string>()];
  // A copy: a slice would keep the whole text in memory. Browsers use this code, too.
  recent.set([...word].join(''), term);
  return term;
}

/** The word without case, accents and compatibility forms. */
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

/** Letters that Unicode does not decompose, and the Greek final sigma. */
const STROKED: Record<string, string> = { ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ł: 'l', ς: 'σ' };

function analyseWord(word: string): string {
  const folded = foldWord(word);
  const unit = unitTerm(folded);
  if (unit !== undefined) return unit;
  if (folded.length > MAX_STEMMED || !/^[a-z]+$/.test(folded)) return folded;
  return stemmer(americanSpelling(folded));
}
