import type { Answer, EvidencePassage, Suggestion } from './answer.types.js';

export const EXTRACTIVE_MODEL = 'extractive-1';
const MAX_SUGGESTIONS = 3;
const MAX_MISSING = 5;

/** Suggests the nearest documents. @param missing aircraft, parts and places as the question names them */
export function refusal(
  evidence: readonly EvidencePassage[],
  { model = EXTRACTIVE_MODEL, missing = [] }: { model?: string; missing?: readonly string[] } = {},
): Answer {
  const suggestions = suggestionsOf(evidence);
  const lacking = missing.length > 0 ? ` They do not cover ${missing.slice(0, MAX_MISSING).join(', ')}.` : '';
  const nearest = suggestions.length > 0 ? ' The nearest documents are listed as suggestions.' : '';
  const content = `The documents available to you do not answer this question.${lacking}${nearest}`;
  return { ...withoutSource('refused', content, suggestions), model };
}

/** Asks the user to choose. `concerned` are the passages to choose between, `named` those whose text the question repeats. */
export function clarification(
  content: string,
  concerned: readonly EvidencePassage[],
  named: readonly EvidencePassage[] = concerned,
): Answer {
  const named_revisions = [...new Set(named.map(({ revision_id: id }) => id))];
  return { ...withoutSource('needs_clarification', content, suggestionsOf(concerned)), named_revisions };
}

function withoutSource(answer_status: Answer['answer_status'], content: string, suggestions: Suggestion[]): Answer {
  return { answer_status, content, citations: [], warnings: [], suggestions, model: EXTRACTIVE_MODEL };
}

/** The first page of each of the nearest documents. */
function suggestionsOf(evidence: readonly EvidencePassage[]): Suggestion[] {
  const nearest = new Map<string, Suggestion>();
  for (const { document_id, title, version, document_type, page_number } of evidence) {
    if (!nearest.has(document_id))
      nearest.set(document_id, { document_id, title, version, document_type, page_number });
  }
  return [...nearest.values()].slice(0, MAX_SUGGESTIONS);
}
