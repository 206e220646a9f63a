import type { Correction } from '@amks/search-engine/index-query.js';
import { parseQuery } from '@amks/search-engine/words/parse-query.js';
import type { Expansion } from '@amks/language/synonyms/synonyms.js';
import { analyzeFor, analyzeTerms, type Token } from '@amks/language/terms/text-analysis.js';

export interface Snippet {
  text: string;
  /** `[start, end)` of each match in `text`. */
  highlights: [number, number][];
}

/** Terms to highlight, as `analyze` returns them. */
export interface QueryTerms {
  words: ReadonlySet<string>;
  /** Highlighted where the terms are adjacent. */
  phrases: readonly string[][];
  /** In lower case without hyphens; highlighted in any spelling. */
  identifiers: readonly string[];
  /** Initial letters of all terms. */
  letters: ReadonlySet<string>;
}

const SNIPPET_CHARS = 280;
/** A snippet must not start after the label of a notice. */
const SENTENCE_START = /(?:^|[.!?]\s+|(?<!\b(?:DANGER|WARNING|CAUTION|NOTE)):\s+|\n)/g;

/** Terms of the query, without excluded ones, and the corrections and synonyms that were searched too. */
export function queryTerms(
  query: string,
  {
    corrections = [],
    expansions = [],
  }: { corrections?: readonly Correction[]; expansions?: readonly Expansion[] } = {},
): QueryTerms {
  const { words, phrases, identifiers } = parseQuery(query);
  const besides = [...corrections.map(({ used }) => analyzeTerms(used)), ...expansions.map(({ terms }) => terms)];
  const marked = {
    words: new Set([...words, ...besides.flatMap((terms) => (terms.length === 1 ? terms : []))]),
    phrases: [...phrases, ...besides.filter((terms) => terms.length > 1)],
    identifiers: [...new Set(identifiers.map((identifier) => identifier.replaceAll('-', '')))],
  };
  // Identifiers match from their parts.
  const begun = [
    ...marked.words,
    ...marked.phrases.flat(),
    ...identifiers.flatMap((identifier) => analyzeTerms(identifier)),
  ];
  return { ...marked, letters: new Set(begun.map((term) => term.charAt(0))) };
}

/** `[start, end)` of each match. */
export function highlightsOf(text: string, terms: QueryTerms): [number, number][] {
  return matchesIn(text, terms).map(({ start, end }) => [start, end]);
}

/** The excerpt with the most different terms, widened to whole sentences where they fit. */
export function snippetOf(text: string, terms: QueryTerms): Snippet {
  const matches = matchesIn(text, terms);
  const from = sentenceStart(text, bestStart(matches));
  const to = wordEnd(text, Math.min(text.length, from + SNIPPET_CHARS));
  const highlights = matches
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }): [number, number] => [start - from, end - from]);
  return { text: text.slice(from, to), highlights };
}

interface Match {
  start: number;
  end: number;
  /** The term or phrase. */
  of: string;
}

/** Longest matches from the left, without overlap. */
function matchesIn(text: string, { words, phrases, identifiers, letters }: QueryTerms): Match[] {
  const tokens = analyzeFor(letters, text);
  const matches: Match[] = [];
  for (let index = 0; index < tokens.length;) {
    const { term, start } = tokens[index]!;
    // `analyzeFor` leaves other words empty.
    if (term === '') {
      index += 1;
      continue;
    }
    const length = Math.max(
      words.has(term) ? 1 : 0,
      ...phrases.map((phrase) => (isPhraseAt(tokens, index, phrase) ? phrase.length : 0)),
      ...identifiers.map((identifier) => (identifier.startsWith(term) ? identifierAt(tokens, index, identifier) : 0)),
    );
    if (length > 0) {
      const last = tokens[index + length - 1]!;
      matches.push({ start, end: last.end, of: length === 1 ? term : text.slice(start, last.end) });
    }
    index += Math.max(1, length);
  }
  return matches;
}

function isPhraseAt(tokens: readonly Token[], index: number, phrase: readonly string[]): boolean {
  return phrase.every((term, offset) => tokens[index + offset]?.term === term);
}

/** Number of tokens from `index` on that form the identifier, with at most one character between them; else 0. */
function identifierAt(tokens: readonly Token[], index: number, identifier: string): number {
  let written = '';
  for (let next = index; next < tokens.length && written.length < identifier.length; next += 1) {
    const { term, start } = tokens[next]!;
    if (next > index && start - tokens[next - 1]!.end > 1) return 0;
    written += term;
    if (written === identifier) return next - index + 1;
    if (!identifier.startsWith(written)) return 0;
  }
  return 0;
}

function bestStart(matches: Match[]): number {
  let best = { start: matches[0]?.start ?? 0, distinct: 0 };
  for (const [index, first] of matches.entries()) {
    const window = new Set<string>();
    for (let next = index; next < matches.length; next += 1) {
      const match = matches[next]!;
      if (match.end - first.start > SNIPPET_CHARS) break;
      window.add(match.of);
    }
    if (window.size > best.distinct) best = { start: first.start, distinct: window.size };
  }
  return best.start;
}

/** Start of the sentence if it is near, else the position. */
function sentenceStart(text: string, position: number): number {
  const before = Math.max(0, position - SNIPPET_CHARS);
  const starts = [...text.slice(before, position).matchAll(SENTENCE_START)].map(
    (match) => before + match.index + match[0].length,
  );
  const nearest = starts.at(-1) ?? 0;
  return position - nearest <= SNIPPET_CHARS / 2 ? nearest : position;
}

function wordEnd(text: string, position: number): number {
  if (position >= text.length) return text.length;
  const space = text.lastIndexOf(' ', position);
  if (space > position - 40) return space;
  const cutsPair = /[\ud800-\udbff]/.test(text.charAt(position - 1));
  return cutsPair ? position - 1 : position;
}
