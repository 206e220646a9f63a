import { stemmer } from 'stemmer';

/** A piece of a passage around what was searched for. */
export interface Snippet {
  text: string;
  /** `[start, end)` of each matching word in `text`. */
  highlights: [number, number][];
}

const SNIPPET_CHARS = 280;
/** Words with inner hyphens, dots and slashes stay whole: `32-11-00`, `N·m`, `3.5`. */
const WORD = /[\p{L}\p{N}]+(?:[-./·][\p{L}\p{N}]+)*/gu;
const SENTENCE_START = /(?:^|[.!?:]\s+|\n)/g;

const STOP_WORDS = new Set(
  'a an and are as at be but by do does for from has have how i if in into is it its of on or our should that the their then there these they this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

/** The query's words by which a text counts as matching: stemmed, without the words that every text has. */
export function queryTerms(query: string): Set<string> {
  const words = [...query.matchAll(WORD)].flatMap(([word]) => termsOf(word));
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return new Set(content.length > 0 ? content : words);
}

/** `[start, end)` of every word of the text that matches. */
export function highlightsOf(text: string, terms: ReadonlySet<string>): [number, number][] {
  return matchesIn(text, terms).map(({ start, end }) => [start, end]);
}

/** The stretch of the text with the most different terms, widened to whole sentences where they fit, its matches marked. */
export function snippetOf(text: string, terms: ReadonlySet<string>): Snippet {
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
  hits: string[];
}

function matchesIn(text: string, terms: ReadonlySet<string>): Match[] {
  return [...text.matchAll(WORD)]
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      hits: termsOf(match[0]).filter((term) => terms.has(term)),
    }))
    .filter(({ hits }) => hits.length > 0);
}

/** A word counts as itself, by its stem and, when compound, by its parts. */
function termsOf(word: string): string[] {
  const lower = word.toLowerCase();
  const parts = lower.split(/[-./·]/);
  return [...new Set([lower, stemmer(lower), ...(parts.length > 1 ? [lower.replace(/[-./·]/g, '')] : [])])];
}

function bestStart(matches: Match[]): number {
  let best = { start: matches[0]?.start ?? 0, distinct: 0 };
  for (const [index, first] of matches.entries()) {
    const window = new Set<string>();
    for (const match of matches.slice(index)) {
      if (match.end - first.start > SNIPPET_CHARS) break;
      for (const hit of match.hits) window.add(hit);
    }
    if (window.size > best.distinct) best = { start: first.start, distinct: window.size };
  }
  return best.start;
}

/** Start of the sentence around the position, when it is not too far before it; else the position itself. */
function sentenceStart(text: string, position: number): number {
  const starts = [...text.slice(0, position).matchAll(SENTENCE_START)].map((match) => match.index + match[0].length);
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
