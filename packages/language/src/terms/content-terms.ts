import { normalizeTypography } from '../text/typography.js';
import { isStopWord } from './stop-words.js';
import { analyze } from './text-analysis.js';
import { termOf } from './word-terms.js';

/** A term and its word as written. */
export interface ContentWord {
  term: string;
  word: string;
}

/** Words that mean the same in questions and answers. */
const SAME_TERMS = new Map(
  Object.entries({
    tight: 'torque',
    tighten: 'torque',
    max: 'maximum',
    min: 'minimum',
    temp: 'temperature',
    qty: 'quantity',
    bled: 'bleed',
    pn: 'part',
    sn: 'serial',
  }).map(([word, usual]) => [termOf(word), termOf(usual)]),
);

/** The words of `analyze` without stop words. Compounds with a digit stay whole: `32-11-00`, `AT72-4021-3`. */
export function contentWords(text: string): ContentWord[] {
  const normalized = normalizeTypography(text);
  const tokens = analyze(normalized);
  const found: ContentWord[] = [];
  for (let first = 0, next = 0; first < tokens.length; first = next) {
    next = first + 1;
    while (next < tokens.length && isJoint(normalized.slice(tokens[next - 1]!.end, tokens[next]!.start))) next += 1;
    const compound = normalized.slice(tokens[first]!.start, tokens[next - 1]!.end);
    if (next - first > 1 && /\p{N}/u.test(compound)) {
      found.push({ term: compound.toLowerCase(), word: compound });
      continue;
    }
    for (const { term, start, end } of tokens.slice(first, next))
      if (!isStopWord(term)) found.push({ term: SAME_TERMS.get(term) ?? term, word: normalized.slice(start, end) });
  }
  return found;
}

export function contentTerms(text: string): string[] {
  return contentWords(text).map(({ term }) => term);
}

function isJoint(between: string): boolean {
  return between === '-' || between === '/' || between === '_';
}
