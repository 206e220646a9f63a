import { cutText } from '@amks/language/text/cut-text.js';
import { titlesOf } from '@amks/language/text/section-path.js';
import type { Answer, EvidencePassage, RefusalReason, Suggestion } from './answer.types.js';

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
  reason: RefusalReason,
  evidence: readonly EvidencePassage[],
  { model = EXTRACTIVE_MODEL, missing = [], nearest = null }: RefusalOptions = {},
): Answer {
  const suggestions = suggestionsOf(evidence, nearest);
  const lacking = missing.length > 0 ? ` They do not cover ${missing.slice(0, MAX_MISSING).join(', ')}.` : '';
  const listed = suggestions.length > 0 ? ' The nearest documents are listed as suggestions.' : '';
  const difference = nearest ? ` ${differenceOf(nearest)}` : '';
  const content = `The documents available to you do not answer this question.${lacking}${difference}${listed}`;
  const named = nearest ? { named_revisions: [nearest.passage.revision_id] } : {};
  return {
    ...unanswered('refused', content, suggestions),
    ...named,
    refusal_reason: evidence.length === 0 ? 'nothing_found' : reason,
    model,
  };
}

function differenceOf({ passage: { section, title, version, page_number }, lacking }: NearestPassage): string {
  const names = [...titlesOf(section).slice(-1), title].filter((name) => name !== '');
  const place = names.map((name) => `"${cutText(name.replace(/\s+/gu, ' '), MAX_NAME)}"`).join(' of ');
  const words = lacking.slice(0, MAX_MISSING).join(', ');
  const difference = words === '' ? '' : ` It does not mention: ${words}.`;
  return `The nearest passage is on page ${page_number}, ${place}, version ${cutText(version, MAX_NAME)}.${difference}`;
}

/** A meaning of the question, and the passage that answers for it. */
export interface Choice {
  text: string;
  passage: EvidencePassage;
}

/** Asks what is wrong. The evidence only suggests where to read. */
export function askInOwnWords(question: string, evidence: readonly EvidencePassage[]): Answer {
  const clarification = { question, options: [] };
  return { ...unanswered('needs_clarification', question, suggestionsOf(evidence)), clarification };
}

/** Asks the user to choose. The question repeats text of the passages. @param choices the best passage of each first */
export function askToChoose(question: string, choices: readonly Choice[]): Answer {
  const passages = choices.map(({ passage }) => passage);
  const best = choices.filter(({ text }, index) => choices.findIndex((one) => one.text === text) === index);
  const options = best.map(({ text, passage }) => ({
    text,
    document_id: passage.document_id,
    page_number: passage.page_number,
    section: passage.section,
    effectivity: effectivityOf(passage),
  }));
  return {
    ...unanswered('needs_clarification', question, suggestionsOf(passages)),
    named_revisions: [...new Set(passages.map(({ revision_id: id }) => id))],
    clarification: { question, options },
  };
}

function unanswered(answer_status: Answer['answer_status'], content: string, suggestions: Suggestion[]): Answer {
  return {
    answer_status,
    content,
    ...{ citations: [], warnings: [], suggestions, refusal_reason: null, clarification: null, confidence: null },
    model: EXTRACTIVE_MODEL,
  };
}

/** The first page of each of the nearest documents, the nearest passage first. */
export function suggestionsOf(
  evidence: readonly EvidencePassage[],
  closest: NearestPassage | null = null,
): Suggestion[] {
  const nearest = new Map<string, Suggestion>();
  for (const passage of closest ? [closest.passage, ...evidence] : evidence) {
    const { document_id, title, version, document_type, page_number, section } = passage;
    if (nearest.has(document_id)) continue;
    const missing_terms = passage === closest?.passage ? closest.lacking.slice(0, MAX_MISSING) : null;
    const place = { document_id, title, version, document_type, page_number, section };
    nearest.set(document_id, { ...place, missing_terms });
  }
  return [...nearest.values()].slice(0, MAX_SUGGESTIONS);
}

/** The narrowest statement in force in a passage; that of its revision without one. */
export function effectivityOf({ facts, effectivity }: Pick<EvidencePassage, 'facts' | 'effectivity'>): string | null {
  return facts.effectivity?.at(-1)?.value ?? effectivity;
}
