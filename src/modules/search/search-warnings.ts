import { warnClient } from '../../common/http/request-context.js';
import { analyzeTerms } from '../../integrations/search-index/query/text-analysis.js';
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
  const terms = new Set(shown.flatMap(({ text, section }) => [text, ...section].flatMap(analyzeTerms)));
  for (const { word, used } of corrections) {
    if (analyzeTerms(used).every((term) => terms.has(term))) {
      warnClient(`Also searched for “${used}” instead of “${word}”.`);
    }
  }
}
