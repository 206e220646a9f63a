import { analyzeTerms } from '../terms/text-analysis.js';

/** Limits of an entry: characters, alternatives on both sides, terms of one alternative. */
export const SYNONYM_LIMITS = { characters: 200, alternatives: 20, terms: 8 } as const;

/** Alternatives as terms. A two-way entry has the same alternatives on both sides. */
export interface SynonymEntry {
  from: string[][];
  to: string[][];
}

const ARROW = '=>';

/**
 * Reads a two-way entry (`MLG, main landing gear`) or a one-way entry (`MLG => main landing gear`). Case, endings and
 * punctuation are ignored.
 * @returns the entry, or the issue to show to its author
 */
export function readSynonymEntry(line: string): SynonymEntry | { issue: string } {
  if (line.length > SYNONYM_LIMITS.characters)
    return { issue: `must not exceed ${SYNONYM_LIMITS.characters} characters` };
  const sides = line.split(ARROW).map((side) => side.split(',').map((alternative) => alternative.trim()));
  if (sides.length > 2) return { issue: `must have one ${ARROW} at most` };
  const written = sides.flat();
  if (new Set(written.map((alternative) => alternative.toLowerCase())).size < 2) {
    return {
      issue: `must name two different alternatives, as in "MLG, main landing gear" or "MLG ${ARROW} landing gear"`,
    };
  }
  if (written.length > SYNONYM_LIMITS.alternatives) {
    return { issue: `must not name more than ${SYNONYM_LIMITS.alternatives} alternatives` };
  }
  const read = sides.map((side) => side.map(analyzeTerms));
  if (read.flat().some((terms) => terms.length === 0))
    return { issue: 'must have a letter or digit in each alternative' };
  if (read.flat().some((terms) => terms.length > SYNONYM_LIMITS.terms)) {
    return { issue: `must not have alternatives of more than ${SYNONYM_LIMITS.terms} words` };
  }
  const [from, to] = read as [string[][], string[][]?];
  return { from, to: to ?? from };
}
