import { warnClient } from '../../common/http/request-context.js';
import { analyzeFor, analyzeTerms } from '../../integrations/search-index/query/text-analysis.js';
import type { Proposed } from './proposals.js';

/**
 * Says in `meta.warnings` what the client should know of how it was found. A mended word is named only when it stands in
 * what is shown: it may be one of a manual that the caller may not see.
 */
export function tellHow(proposed: Proposed, shown: readonly { text: string; section: string[] }[]): void {
  const { corrections, isComplete, depthReached } = proposed;
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
