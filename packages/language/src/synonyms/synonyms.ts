import { builtInSynonyms } from './built-in-synonyms.js';
import { readSynonymEntry } from './synonym-entry.js';
import { SynonymTable } from './synonym-table.js';

/** A synonym of words `from` (inclusive) to `to` (exclusive) of a query. */
export interface Expansion {
  from: number;
  to: number;
  /** Adjacent terms, including stop words. */
  terms: string[];
  /** 0 to 1: weight of a match, relative to a match of the words themselves. */
  weight: number;
}

const ORGANIZATION_WEIGHT = 0.9;
const MAX_EXPANSIONS = 64;

/** The synonyms of one organization: its own entries, then the built-in ones. */
export class SynonymList {
  private readonly own = new SynonymTable();

  /** @param entries lines for `readSynonymEntry`; invalid lines are skipped */
  constructor(entries: readonly string[]) {
    for (const line of entries) {
      const entry = readSynonymEntry(line);
      if ('issue' in entry) continue;
      const alternatives = entry.to.map((terms) => ({ terms, weight: ORGANIZATION_WEIGHT, capitals: false }));
      for (const span of entry.from) this.own.add(span, ...alternatives);
    }
  }

  /**
   * The synonyms of the spans of a query. The longest span wins: `main landing gear` is not also read as `landing
   * gear`. The organization's entries take precedence.
   * @param words terms of the query in order, as from `parseQuery`
   * @param surface the words as typed; ambiguous abbreviations count only in capitals
   */
  expansionsOf(words: string[], surface: string[]): Expansion[] {
    const taken = new Set<number>();
    const isFree = (from: number, to: number): boolean => !range(from, to).some((position) => taken.has(position));
    const found: Expansion[] = [];
    for (const table of [this.own, builtInSynonyms()]) {
      for (let from = 0; from < words.length && found.length < MAX_EXPANSIONS; from++) {
        const longest = table.longestAt(
          words,
          from,
          ({ capitals }, to) => isFree(from, to) && (!capitals || isCapital(surface.slice(from, to))),
        );
        if (!longest) continue;
        for (const { terms, weight } of longest.alternatives) found.push({ from, to: longest.to, terms, weight });
        for (const position of range(from, longest.to)) taken.add(position);
      }
    }
    return found.slice(0, MAX_EXPANSIONS);
  }
}

/** In capitals except for a plural `s`: `CB`, `C/B`, `CBs`. */
function isCapital(surface: string[]): boolean {
  return surface.every((word) => /\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word.replace(/s$/, '')));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, offset) => from + offset);
}
