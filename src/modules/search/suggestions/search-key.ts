import { foldAccents } from '../../../integrations/search-index/identifiers.js';

/** Characters of a key: what is typed to be completed is shorter. */
const MAX_KEY = 80;
/** Words of a heading or title that a completion may begin with. */
const MAX_STARTS = 8;
const FILLERS = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

/** Words as they are compared: small, without accents, one space in place of all that is neither letter nor digit. */
export function wordsKey(text: string): string {
  return foldAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_KEY);
}

/** Identifiers as they are compared: `AT72-4021` and `at724021` are the same. */
export function identifierKey(text: string): string {
  return foldAccents(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, MAX_KEY);
}

/** The text from each of its words on, so that any of them can be begun with; the whole of it first. */
export function wordStarts(text: string): { key: string; word: number }[] {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const starts = words.slice(0, MAX_STARTS).flatMap((word, index) => {
    if (index > 0 && FILLERS.has(word.toLowerCase())) return [];
    const key = wordsKey(words.slice(index).join(' '));
    return key === '' ? [] : [{ key, word: index }];
  });
  return starts;
}
