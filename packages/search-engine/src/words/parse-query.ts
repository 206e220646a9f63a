import { foldHyphens, guessIdentifiers, splitIdentifiers } from '@amks/language/identifiers/identifiers.js';
import { isStopWord } from '@amks/language/terms/stop-words.js';
import { analyze, analyzeTerms, type Token } from '@amks/language/terms/text-analysis.js';

/** Terms are those of `analyze`. */
export interface ParsedQuery {
  /** Terms to rank by, in order. Stop words are left out unless there is nothing else. */
  words: string[];
  /** The words as typed, one for each of `words`. */
  surface: string[];
  /** Terms that must be adjacent, including stop words. They are not in `words`. */
  phrases: string[][];
  /** Terms, single or adjacent, that a passage must not contain. */
  excluded: string[][];
  /** In lower case: results of `extractIdentifiers`, and words that may be identifiers without hyphens. */
  identifiers: string[];
  /** In lower case: a passage must not contain them. */
  excludedIdentifiers: string[];
}

/** Maximum characters after compatibility normalization; the rest is ignored. */
const MAX_LENGTH = 2000;

/** Maximum required, and excluded, phrases. Each is checked in every passage with its words. */
const MAX_PHRASES = 8;

/** Maximum words of a phrase; the rest is ignored. */
const MAX_PHRASE_WORDS = 16;

/** Straight, typographic, German and French quotation marks, in any combination. */
const QUOTE = /["\u201c\u201d\u201e\u201f\u00ab\u00bb]/;
const WORD = /[\p{L}\p{N}]/u;

interface Segment {
  text: string;
  quoted: boolean;
  excluded: boolean;
}

/**
 * Parses words, `"phrases"`, `-excluded` words, `-"excluded phrases"` and identifiers. Never throws. An unclosed
 * quotation mark, an inch mark, and a minus before a number or inside a word (`-40 °C`, `27-30`, `PRE-SB`) are text. A
 * phrase of one word matches all its forms, since the index stores stems. Excluded stop words are ignored. Of excess
 * phrases, required ones become words and excluded ones are dropped.
 */
export function parseQuery(text: string): ParsedQuery {
  const segments = segmentsOf(fold(text));
  const kept = segments.filter((segment) => !segment.excluded);
  const barred = segments.filter((segment) => segment.excluded).map((segment) => splitIdentifiers(segment.text));
  const quoted = distinct(kept.filter((segment) => segment.quoted).map((segment) => segment.text)).slice(
    0,
    MAX_PHRASES,
  );
  const spoken = splitIdentifiers(
    kept
      .filter((segment) => !segment.quoted || !quoted.includes(segment.text))
      .map((segment) => segment.text)
      .join(' '),
  );
  const phrases = quoted.map(phraseTerms).filter((terms) => terms.length > 0);
  const named = [spoken, ...quoted.map(splitIdentifiers)].flatMap((part) => [
    ...part.identifiers,
    ...guessIdentifiers(part.words),
  ]);
  const identifiers = lowerCased(named);
  const tokens = rankedTokens(spoken.words, phrases.length > 0 || identifiers.length > 0);
  return {
    words: tokens.map((token) => token.term),
    surface: tokens.map((token) => spoken.words.slice(token.start, token.end)),
    phrases,
    excluded: excludedTerms(distinct(barred.map((part) => part.words))),
    identifiers,
    excludedIdentifiers: lowerCased(barred.flatMap((part) => [...part.identifiers, ...guessIdentifiers(part.words)])),
  };
}

/** Applies compatibility normalization and replaces all hyphens by the ASCII one. */
function fold(text: string): string {
  return foldHyphens(text.slice(0, MAX_LENGTH)).slice(0, MAX_LENGTH);
}

/** Splits the query from the left into quoted, excluded and plain text. */
function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  let [index, plainFrom] = [0, 0];
  const take = (from: number, end: number, segment: Segment): void => {
    if (from > plainFrom) segments.push({ text: text.slice(plainFrom, from), quoted: false, excluded: false });
    segments.push(segment);
    index = plainFrom = end;
  };
  const lastQuote = lastQuoteOf(text);
  while (index < text.length) {
    const opensToken = index === 0 || /[\s(]/.test(text[index - 1]!);
    const excluded = opensToken && text[index] === '-';
    const start = excluded ? index + 1 : index;
    if (opensToken && start < lastQuote && QUOTE.test(text[start]!)) {
      const close = start + 1 + text.slice(start + 1).search(QUOTE);
      take(index, close + 1, { text: text.slice(start + 1, close), quoted: true, excluded });
    } else if (excluded) {
      const end = endOfToken(text, start);
      const token = text.slice(start, end);
      if (isExcludable(token)) take(index, end, { text: token, quoted: false, excluded: true });
      else index = end;
    } else index++;
  }
  if (plainFrom < text.length) segments.push({ text: text.slice(plainFrom), quoted: false, excluded: false });
  return segments;
}

function lastQuoteOf(text: string): number {
  for (let index = text.length - 1; index >= 0; index--) if (QUOTE.test(text[index]!)) return index;
  return -1;
}

function endOfToken(text: string, start: number): number {
  let end = start;
  while (end < text.length && !/\s/.test(text[end]!) && !QUOTE.test(text[end]!)) end++;
  return end;
}

/** A word, or an identifier that starts with digits; not `-40`, `-40C` or `-5%`. */
function isExcludable(token: string): boolean {
  const first = token[0];
  if (first === undefined || !WORD.test(String.fromCodePoint(token.codePointAt(0)!))) return false;
  return !/\p{N}/u.test(first) || splitIdentifiers(token).identifiers.length > 0;
}

/** In a query in lower case, a capital A is a name (`system A`), not an article. */
function rankedTokens(text: string, saysMore: boolean): Token[] {
  const tokens = analyze(text);
  const isShouted = !/\p{Ll}/u.test(text);
  const ranked = tokens.filter(
    ({ term, start, end }, index) =>
      !isStopWord(term) || (term === 'a' && index > 0 && !isShouted && text.slice(start, end) === 'A'),
  );
  return ranked.length > 0 || saysMore ? ranked : tokens;
}

function phraseTerms(text: string): string[] {
  return analyzeTerms(text).slice(0, MAX_PHRASE_WORDS);
}

function excludedTerms(texts: string[]): string[][] {
  const barred = texts.map(phraseTerms);
  const words = barred.filter((terms) => terms.length === 1 && !isStopWord(terms[0]!));
  return [...words, ...barred.filter((terms) => terms.length > 1).slice(0, MAX_PHRASES)];
}

function lowerCased(identifiers: string[]): string[] {
  return distinct(identifiers.map((identifier) => identifier.toLowerCase()));
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)];
}
