import { contentWords } from '@amks/language/terms/content-terms.js';
import { isStopWord } from '@amks/language/terms/stop-words.js';
import { analyzeTerms } from '@amks/language/terms/text-analysis.js';
import { SynonymList } from '@amks/language/synonyms/synonyms.js';

/** Minimum weight of a synonym with the same meaning. */
export const SAME = 0.8;

/** Minimum weight of a word with a similar meaning. */
export const SIMILAR = 0.3;

/** Built-in synonyms only. */
export const TRADE = new SynonymList([]);

interface Name {
  asked: string[];
  /** The other names, as terms. */
  others: string[][];
}

/**
 * Finds the terms of a question in texts with synonyms: `hyd` in a text with `hydraulic`, `main landing gear` in one
 * with `MLG`. Several words must be adjacent: `auxiliary pump` and `power unit` are not an auxiliary power unit.
 * @param synonyms of the organization
 * @param least minimum weight of a synonym
 * @returns adds to the terms of a text those of the question that they stand for
 */
export function equivalentsOf(
  question: string,
  synonyms: SynonymList = TRADE,
  least = SAME,
): (terms: readonly string[]) => Set<string> {
  const names = namesIn(question, synonyms, least);
  return (terms) => {
    const found = new Set(terms);
    for (const { asked, others } of names) {
      const isMeant = hasTogether(terms, found, asked) || others.some((other) => hasTogether(terms, found, other));
      for (const term of asked)
        if (isMeant) found.add(term);
        else if (asked.length > 1 && least >= SAME) found.delete(term);
    }
    return found;
  };
}

function namesIn(question: string, synonyms: SynonymList, least: number): Name[] {
  const asked = contentWords(question);
  const words = asked.map(({ word }) => analyzeTerms(word)[0] ?? word.toLowerCase());
  const surface = asked.map(({ word }) => word);
  const bySpan = new Map<string, Name>();
  for (const { from, to, terms, weight } of synonyms.expansionsOf(words, surface)) {
    const other = terms.filter((term) => !isStopWord(term));
    if (weight < least || other.length === 0) continue;
    const name = bySpan.get(`${from} ${to}`) ?? { asked: asked.slice(from, to).map(({ term }) => term), others: [] };
    name.others.push(other);
    bySpan.set(`${from} ${to}`, name);
  }
  return [...bySpan.values()].filter(({ asked }) => asked.length > 0);
}

/** Whether the terms are adjacent, in any order: catalogs print `GEAR, LANDING, MAIN`. */
function hasTogether(terms: readonly string[], known: ReadonlySet<string>, wanted: readonly string[]): boolean {
  if (!wanted.every((term) => known.has(term))) return false;
  return (
    wanted.length === 1 ||
    terms.some((_, from) => wanted.every((term) => terms.slice(from, from + wanted.length).includes(term)))
  );
}
