import { splitQuery } from '../../../integrations/search-index/identifiers.js';
import type { ChatTurn } from './answer.types.js';
import { completed } from './follow-up.js';
import { contentTerms } from './terms.js';

/** Earlier questions that a follow-up may refer to. */
const MAX_EARLIER = 6;

/**
 * What to search for. A follow-up (`and the torque?`, `how do I remove it?`) says too little by itself: what it leaves out is taken
 * from the questions before it. A question that names its subject is searched for as it is.
 */
export function retrievalQuery(question: string, history: readonly ChatTurn[]): string {
  const before = history
    .filter((turn) => turn.role === 'user' && turn.content.trim() !== question.trim())
    .slice(-MAX_EARLIER)
    .map(({ content }) => content);
  return completed(question, before);
}

/**
 * What to search for, one ranking each: the question and, when it names identifiers, its words without them. Passages
 * that hold an identifier rank before all others, while the value asked for often stands some steps after it, in a
 * passage that does not repeat it.
 */
export function retrievalQueries(question: string, history: readonly ChatTurn[]): string[] {
  const query = retrievalQuery(question, history);
  const { identifiers, words } = splitQuery(query);
  return identifiers.length > 0 && contentTerms(words).length > 0 ? [query, words] : [query];
}

/** Whether the answer is a sequence of steps rather than a fact. */
export function asksForProcedure(question: string): boolean {
  return (
    /^\W*(?:and\s+)?how\s+(?:do|can|should|must|would|to|does\s+one|are|is)\b/iu.test(question) ||
    /\b(?:procedure|steps?|instructions)\s+(?:for|to|of)\b/iu.test(question) ||
    /^\W*(?:remov(?:e|al)|install(?:ation)?|replace(?:ment)?|bleed|service|adjust|rig)\b[^?]*$/iu.test(question)
  );
}
