import type { Correction } from '../../integrations/search-index/index-query.js';
import { parseQuery } from '../../integrations/search-index/query/parse-query.js';
import type { Expansion } from '../../integrations/search-index/query/synonyms.js';
import { analyzeFor, analyzeTerms, type Token } from '../../integrations/search-index/query/text-analysis.js';

/** A piece of a passage around what was searched for. */
export interface Snippet {
  text: string;
  /** `[start, end)` of each match in `text`. */
  highlights: [number, number][];
}

/** What a text is marked by; terms are those of `analyze`, on both sides. */
export interface QueryTerms {
  words: ReadonlySet<string>;
  /** Marked as one where they stand side by side. */
  phrases: readonly string[][];
  /** Without hyphens, lower case; marked as one however they are written. */
  identifiers: readonly string[];
  /** What all of these begin with. */
  letters: ReadonlySet<string>;
}

const SNIPPET_CHARS = 280;
/** A notice begins with its label: no piece of it may stand without. */
const SENTENCE_START = /(?:^|[.!?]\s+|(?<!\b(?:DANGER|WARNING|CAUTION|NOTE)):\s+|\n)/g;

/**
 * What of a query its hits are marked by: its words, phrases and identifiers, none that it excludes, and what was searched
 * for beside them: words in place of misspelt ones, and synonyms.
 */
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
  // Identifiers are put together from terms: of those within, too.
  const begun = [
    ...marked.words,
    ...marked.phrases.flat(),
    ...identifiers.flatMap((identifier) => analyzeTerms(identifier)),
  ];
  return { ...marked, letters: new Set(begun.map((term) => term.charAt(0))) };
}

/** `[start, end)` of everything in the text that matches. */
export function highlightsOf(text: string, terms: QueryTerms): [number, number][] {
  return matchesIn(text, terms).map(({ start, end }) => [start, end]);
}

/** The stretch of the text with the most different terms, widened to whole sentences where they fit, its matches marked. */
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
  /** What of the query it is. */
  of: string;
}

/** From the left, the longest at each place; they do not overlap. */
function matchesIn(text: string, { words, phrases, identifiers, letters }: QueryTerms): Match[] {
  const tokens = analyzeFor(letters, text);
  const matches: Match[] = [];
  for (let index = 0; index < tokens.length;) {
    const { term, start } = tokens[index]!;
    // Most words are none of those looked for, which `analyzeFor` knows.
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

/** Number of tokens that make up the identifier from `index` on, at most a character between two of them; 0 for none. */
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

/** Start of the sentence around the position, when it is not too far before it; else the position itself. */
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
