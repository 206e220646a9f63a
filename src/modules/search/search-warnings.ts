import { warnClient } from '../../common/context/request-context.js';
import { analyzeFor, analyzeTerms } from '@amks/language/terms/text-analysis.js';
import type { Candidates } from './candidate-search.js';

/** Names a corrected word only if a shown passage contains it: it may come from a document hidden from the caller. */
export function warnOfSearch(
  candidates: Candidates<unknown>,
  shown: readonly { text: string; section: string[] }[],
): void {
  const { corrections, isComplete, depthReached } = candidates;
  if (!isComplete) warnClient('The search index is being rebuilt; results are incomplete.');
  if (depthReached !== null) {
    warnClient(`Only the best ${depthReached} passages were looked through; narrow the search to find more.`);
  }
  if (corrections.length === 0) return;
  const mended = corrections.map(({ word, used }) => ({ word, used, terms: analyzeTerms(used) }));
  const letters = new Set(mended.flatMap(({ terms }) => terms.map((term) => term.charAt(0))));
  const found = new Set<string>();
  for (const { text, section } of shown) {
    for (const written of [text, ...section]) for (const { term } of analyzeFor(letters, written)) found.add(term);
  }
  for (const { word, used, terms } of mended) {
    if (terms.every((term) => found.has(term))) warnClient(`Also searched for “${used}” instead of “${word}”.`);
  }
}
