import { splitQuery } from '../../../integrations/search-index/identifiers.js';
import type { ChatTurn } from './answer.types.js';
import { contentTerms, isGeneric, wordsOf } from './terms.js';

const ANAPHORA =
  /\b(?:it|its|that|this|those|these|them|they|there|then|same|one|ones|above|previous|instead|else|too|also|again)\b/iu;
const CONTINUATION = /^\s*(?:and|but|or|so|also|what about|how about|ok|okay|then)\b/iu;
/** Content words from which on a question stands by itself. */
const STANDS_ALONE = 3;

/**
 * What to search for. A follow-up (`and the torque?`, `how do I remove it?`) says too little by itself: the content words of the
 * previous user message go in front of it. A question that names its subject is searched for as it is.
 */
export function retrievalQuery(question: string, history: readonly ChatTurn[]): string {
  const previous = history.findLast((turn) => turn.role === 'user' && turn.content.trim() !== question.trim());
  if (!previous || !isFollowUp(question)) return question;
  const said = new Set(contentTerms(question));
  const words = wordsOf(previous.content).filter((word) => contentTerms(word).some((term) => !said.has(term)));
  return words.length > 0 ? `${[...new Set(words)].join(' ')} ${question.trim()}` : question;
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

function isFollowUp(question: string): boolean {
  const subject = contentTerms(question).filter((term) => !isGeneric(term));
  if (CONTINUATION.test(question)) return true;
  return subject.length < STANDS_ALONE && (subject.length < 2 || ANAPHORA.test(question));
}

/** Whether the answer is a sequence of steps rather than a fact. */
export function asksForProcedure(question: string): boolean {
  return (
    /^\W*(?:and\s+)?how\s+(?:do|can|should|must|would|to|does\s+one|are|is)\b/iu.test(question) ||
    /\b(?:procedure|steps?|instructions)\s+(?:for|to|of)\b/iu.test(question) ||
    /^\W*(?:remov(?:e|al)|install(?:ation)?|replace(?:ment)?|bleed|service|adjust|rig)\b[^?]*$/iu.test(question)
  );
}
