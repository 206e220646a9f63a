import { foldAccents } from '@amks/language/text/typography.js';

/** Maximum length of a key. */
const MAX_KEY = 80;
/** Maximum words of a title that a completion can start with. */
const MAX_STARTS = 8;
const FILLERS = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

/** In lower case, without accents, letters and digits separated by single spaces. */
export function wordsKey(text: string): string {
  return foldAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_KEY);
}

/** Letters and digits alone: `AT72-4021` and `at724021` are equal. */
export function identifierKey(text: string): string {
  return foldAccents(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, MAX_KEY);
}

/** The text from each of its words on, starting with the whole text. */
export function wordStarts(text: string): { key: string; word: number }[] {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const starts = words.slice(0, MAX_STARTS).flatMap((word, index) => {
    if (index > 0 && FILLERS.has(word.toLowerCase())) return [];
    const key = wordsKey(words.slice(index).join(' '));
    return key === '' ? [] : [{ key, word: index }];
  });
  return starts;
}
