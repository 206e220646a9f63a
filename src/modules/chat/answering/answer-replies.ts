import { cutText } from '@amks/language/text/cut-text.js';
import { titlesOf } from '@amks/language/text/section-path.js';
import type { Answer, EvidencePassage, Suggestion } from './answer.types.js';

export const EXTRACTIVE_MODEL = 'extractive-1';
const MAX_SUGGESTIONS = 3;
const MAX_MISSING = 5;
/** Characters of a title. */
const MAX_NAME = 120;

/** The passage that comes closest to an answer, and the words of the question that it lacks. */
export interface NearestPassage {
  passage: EvidencePassage;
  lacking: readonly string[];
}

export interface RefusalOptions {
  model?: string;
  /** Aircraft, parts and places as the question names them. */
  missing?: readonly string[];
  nearest?: NearestPassage | null;
}

/** Suggests the nearest documents, and says how the nearest passage differs from the question. */
export function refusal(
  evidence: readonly EvidencePassage[],
  { model = EXTRACTIVE_MODEL, missing = [], nearest = null }: RefusalOptions = {},
): Answer {
  const suggestions = suggestionsOf(evidence);
  const lacking = missing.length > 0 ? ` They do not cover ${missing.slice(0, MAX_MISSING).join(', ')}.` : '';
  const listed = suggestions.length > 0 ? ' The nearest documents are listed as suggestions.' : '';
  const difference = nearest ? ` ${differenceOf(nearest)}` : '';
  const content = `The documents available to you do not answer this question.${lacking}${difference}${listed}`;
  const named = nearest ? { named_revisions: [nearest.passage.revision_id] } : {};
  return { ...withoutSource('refused', content, suggestions), ...named, model };
}

function differenceOf({ passage: { section, title, version, page_number }, lacking }: NearestPassage): string {
  const names = [...titlesOf(section).slice(-1), title].filter((name) => name !== '');
  const place = names.map((name) => `"${cutText(name.replace(/\s+/gu, ' '), MAX_NAME)}"`).join(' of ');
  const words = lacking.slice(0, MAX_MISSING).join(', ');
  const difference = words === '' ? '' : ` It does not mention: ${words}.`;
  return `The nearest passage is on page ${page_number}, ${place}, version ${cutText(version, MAX_NAME)}.${difference}`;
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
  return {
    answer_status,
    content,
    citations: [],
    warnings: [],
    suggestions,
    confidence: null,
    model: EXTRACTIVE_MODEL,
  };
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
