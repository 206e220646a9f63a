import { analyzeTerms } from '../../../integrations/search-index/query/text-analysis.js';
import { SynonymList } from '../../../integrations/search-index/query/synonyms.js';
import { contentTerms, wordsOf } from './terms.js';

/** Weight from which a synonym means the same thing; what is only similar or wider is no answer. */
export const SAME = 0.8;

/** Names of the trade alone. */
export const TRADE = new SynonymList([]);

interface Name {
  asked: string[];
  /** The other names, each by its terms. */
  others: string[][];
}

/**
 * How a question's terms are found in a text that uses other names for the same things, as search does: `hyd` in one that
 * has `hydraulic`, `main landing gear` in one that has `MLG`. A name of several words is found whole or not at all: a text that
 * has `auxiliary pump` and `power unit` does not speak of the auxiliary power unit.
 *
 * @param synonyms names that mean the same to whoever asks
 * @returns the different terms of a text, with those of the question that they stand for
 */
export function equivalentsOf(
  question: string,
  synonyms: SynonymList = TRADE,
): (terms: readonly string[]) => Set<string> {
  const names = namesIn(question, synonyms);
  return (terms) => {
    const found = new Set(terms);
    for (const { asked, others } of names) {
      const isMeant = hasTogether(terms, found, asked) || others.some((other) => hasTogether(terms, found, other));
      for (const term of asked)
        if (isMeant) found.add(term);
        else if (asked.length > 1) found.delete(term);
    }
    return found;
  };
}

function namesIn(question: string, synonyms: SynonymList): Name[] {
  const surface = wordsOf(question).flatMap((word) => (/\d/u.test(word) ? [word] : word.split(/[-/_]/u)));
  const words = surface.map((word) => analyzeTerms(word)[0] ?? word.toLowerCase());
  const bySpan = new Map<string, Name>();
  for (const { from, to, terms, weight } of synonyms.expansionsOf(words, surface)) {
    const other = contentTerms(terms.join(' '));
    if (weight < SAME || other.length === 0) continue;
    const name = bySpan.get(`${from} ${to}`) ?? { asked: contentTerms(surface.slice(from, to).join(' ')), others: [] };
    name.others.push(other);
    bySpan.set(`${from} ${to}`, name);
  }
  return [...bySpan.values()].filter(({ asked }) => asked.length > 0);
}

/** Whether the terms stand side by side, in any order: catalogs print `GEAR, LANDING, MAIN`. */
function hasTogether(terms: readonly string[], known: ReadonlySet<string>, wanted: readonly string[]): boolean {
  if (!wanted.every((term) => known.has(term))) return false;
  return (
    wanted.length === 1 ||
    terms.some((_, from) => wanted.every((term) => terms.slice(from, from + wanted.length).includes(term)))
  );
}
