import { readStatement } from '@amks/language/applicability/statement.js';
import { splitQuery } from '@amks/language/identifiers/identifiers.js';
import type { ChatTurn } from '../answer.types.js';
import { completed } from './follow-up.js';
import { contentTerms } from '@amks/language/terms/content-terms.js';
import { isGeneric } from '@amks/language/terms/stop-words.js';

/** Earlier questions that a follow-up can refer to. */
const MAX_EARLIER = 6;

/** The query for a question. A follow-up (`and the torque?`, `how do I remove it?`) is completed from earlier questions. */
export function retrievalQuery(question: string, history: readonly ChatTurn[]): string {
  const before = history
    .filter((turn) => turn.role === 'user' && turn.content.trim() !== question.trim())
    .slice(-MAX_EARLIER)
    .map(({ content }) => content);
  return completed(question, before);
}

/** The option of the last clarification that the question repeats; undefined if it repeats no option. */
export function chosenOption(question: string, history: readonly ChatTurn[]): string | undefined {
  const wanted = question.trim().toLowerCase();
  return history.at(-1)?.options?.find((text) => text.toLowerCase() === wanted);
}

/**
 * The earlier question with the option of the clarification that the user chose; the question itself if it is not an option. An effectivity
 * statement does not complete it: passages do not repeat that of their page.
 */
export function withChosenOption(question: string, history: readonly ChatTurn[]): string {
  const option = chosenOption(question, history);
  const at = history.findLastIndex(({ role }) => role === 'user');
  if (option === undefined || at < 0) return question;
  const before = history.slice(0, at);
  const earlier = retrievalQuery(withChosenOption(history[at]!.content, before), before);
  return isEffectivity(option) ? earlier : `${earlier} ${option}`;
}

/** Whether an option tells the aircraft by other things than their type. */
function isEffectivity(option: string): boolean {
  const read = readStatement(option);
  return 'expression' in read && read.expression.kind !== 'model';
}

/** The question, and its words without identifiers: the value is often in a later step that does not have the identifier. */
export function retrievalQueries(question: string, history: readonly ChatTurn[]): string[] {
  const query = retrievalQuery(question, history);
  const { identifiers, words } = splitQuery(query);
  return identifiers.length > 0 && contentTerms(words).some((term) => !isGeneric(term)) ? [query, words] : [query];
}

/** Whether the answer is a sequence of steps. */
export function asksForProcedure(question: string): boolean {
  return (
    /^\W*(?:and\s+)?how\s+(?:do|can|should|must|would|to|does\s+one|are|is)\b/iu.test(question) ||
    /\b(?:procedure|steps?|instructions)\s+(?:for|to|of)\b/iu.test(question) ||
    /^\W*(?:remov(?:e|al)|install(?:ation)?|replace(?:ment)?|bleed|service|adjust|rig)\b[^?]*$/iu.test(question)
  );
}

export function mergeRanked<T>(lists: readonly (readonly T[])[], idOf: (item: T) => string, limit: number): T[] {
  const merged = new Map<string, T>();
  const depth = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < depth && merged.size < limit; rank += 1) {
    for (const list of lists) {
      const item = list[rank];
      if (item !== undefined && merged.size < limit && !merged.has(idOf(item))) merged.set(idOf(item), item);
    }
  }
  return [...merged.values()];
}
