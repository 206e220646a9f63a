import { builtInSynonyms } from './built-in-synonyms.js';
import { readSynonymEntry } from './synonym-entry.js';
import { SynonymTable } from './synonym-table.js';

/** What words `from` (inclusive) to `to` (exclusive) of a query are also looked up as. */
export interface Expansion {
  from: number;
  to: number;
  /** Terms that stand side by side in a passage, stop words among them. */
  terms: string[];
  /** 0 to 1: what a match of it counts beside one of the words themselves. */
  weight: number;
}

/** What an organization says of its own words it says surely. */
const ORGANIZATION_WEIGHT = 0.9;
/** Expansions of one query; a question has a handful. */
const MAX_EXPANSIONS = 64;

/** The synonyms of one organization: its own entries, and where they say nothing the built-in ones of the trade. */
export class SynonymList {
  private readonly own = new SynonymTable();
  private readonly builtIn = builtInSynonyms();

  /** @param entries lines as `readSynonymEntry` takes them; those it does not take are passed over */
  constructor(entries: readonly string[]) {
    for (const line of entries) {
      const entry = readSynonymEntry(line);
      if ('issue' in entry) continue;
      const alternatives = entry.to.map((terms) => ({ terms, weight: ORGANIZATION_WEIGHT, capitals: false }));
      for (const span of entry.from) this.own.add(span, ...alternatives);
    }
  }

  /**
   * What spans of a query are also looked up as. The longest span wins: `main landing gear` is not read as `landing gear`
   * besides. Words of a span the organization has an entry for are left to it.
   *
   * @param words terms of the query in order, as `parseQuery` gives them
   * @param surface the same words as they were typed: an abbreviation that is also a word counts in capitals only
   */
  expansionsOf(words: string[], surface: string[]): Expansion[] {
    const taken = new Set<number>();
    const isFree = (from: number, to: number): boolean => !range(from, to).some((position) => taken.has(position));
    const found: Expansion[] = [];
    for (const table of [this.own, this.builtIn]) {
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

/** Written in capitals, but for the `s` of a plural: `CB`, `C/B`, `CBs`. */
function isCapital(surface: string[]): boolean {
  return surface.every((word) => /\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word.replace(/s$/, '')));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, offset) => from + offset);
}
