import type { Outcome } from './ask-questions.js';
import { containsOneOf } from './question-set.js';

/**
 * `half`: the answer cites a correct page but does not have the value. `refused`: no answer to a question that has one.
 * `wrong`: an answer from another page, with a value it must not have, or to a question without an answer.
 */
export type Verdict = 'right' | 'half' | 'refused' | 'wrong';

/** What a verdict costs a technician, in wrong refusals: a wrong value can be torqued. */
const COSTS: Record<Verdict, number> = { right: 0, half: 0.5, refused: 1, wrong: 10 };

/** What a verdict is on. */
export interface Judged extends Pick<Outcome, 'question' | 'citesRightPage'> {
  message: Pick<Outcome['message'], 'answer_status' | 'content'>;
}

export interface Judgment {
  counts: Record<Verdict, number>;
  /** Questions with a verdict. */
  of: number;
  /** Mean cost; NaN without a verdict. */
  cost: number;
  /** 1 minus the mean cost as a share of that of a wrong answer. */
  worth: number;
}

export function judge(outcomes: readonly Judged[]): Judgment {
  const verdicts = outcomes.flatMap((outcome) => verdictOf(outcome) ?? []);
  const counts: Record<Verdict, number> = { right: 0, half: 0, refused: 0, wrong: 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  const cost = verdicts.reduce((sum, verdict) => sum + COSTS[verdict], 0) / verdicts.length;
  return { counts, of: verdicts.length, cost, worth: 1 - cost / COSTS.wrong };
}

/** Null for an answer rated down that was not given again: nobody said which one is right. */
export function verdictOf({ question, message, citesRightPage }: Judged): Verdict | null {
  const { unanswerable, places, answers, says, not } = question;
  const isGrounded = message.answer_status === 'grounded';
  if (unanswerable) return isGrounded ? 'wrong' : 'right';
  if (isGrounded && containsOneOf(message.content, not)) return 'wrong';
  if (places.length === 0) return null;
  if (!isGrounded) return 'refused';
  // A verdict that differs is wrong, also on the right page.
  if (says !== null) return containsOneOf(message.content, [says]) ? 'right' : 'wrong';
  if (containsOneOf(message.content, answers)) return 'right';
  return citesRightPage ? 'half' : 'wrong';
}
