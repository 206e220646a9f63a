import { percentile } from '../../bench/support/figure.js';
import type { Outcome } from './ask-questions.js';
import { isOfOneTask } from './one-task.js';
import { containsOneOf } from './question-set.js';
import { judge } from './verdict.js';

/** Score name → value from 0 to 1, higher is better. Scores without a matching question are absent. */
export type Scores = Record<string, number>;

export interface Score {
  value: number;
  /** Number of cases, not 0. */
  of: number;
}

/** Ratios only; times depend on the machine and are in `timesOf`. */
export function scoreAnswers(outcomes: readonly Outcome[]): Record<string, Score> {
  const answerable = outcomes.filter(({ question }) => question.places.length > 0);
  const unanswerable = outcomes.filter(({ question }) => question.unanswerable);
  const searched = answerable.filter(({ rank }) => rank !== null);
  const trapped = outcomes.filter(({ question }) => question.not.length > 0);
  const refused = outcomes.filter(isRefused);
  const answered = outcomes.filter(isAnswered);
  const sum = (pick: (outcome: Outcome) => number) => answered.reduce((total, outcome) => total + pick(outcome), 0);
  const { counts, of, worth } = judge(outcomes);
  return present({
    worth: { value: worth, of },
    'no wrong answer': ratio(of - counts.wrong, of),
    'hit@1': share(searched, ({ rank }) => rank === 0),
    'hit@5': share(searched, ({ rank }) => rank !== null && rank >= 0 && rank < 5),
    'answer in top 3': share(
      searched.filter(({ question }) => question.says === null),
      ({ inTopThree }) => inTopThree,
    ),
    answered: share(answerable, isAnswered),
    'right value': share(answerable, hasRightValue),
    'right page cited': share(answerable, (outcome) => isAnswered(outcome) && outcome.citesRightPage),
    'refusal precision': share(refused, ({ question }) => question.unanswerable),
    'refusal recall': share(unanswerable, (outcome) => !isAnswered(outcome)),
    'citation correctness': ratio(
      sum(({ findings }) => findings.correct),
      sum(({ findings }) => findings.citations),
    ),
    'sentences cited': ratio(
      sum(({ findings }) => findings.claims - findings.uncited.length),
      sum(({ findings }) => findings.claims),
    ),
    'answers with all numbers cited': share(answered, ({ findings }) => findings.unsupported.length === 0),
    'answers with all numbers quoted': share(answered, ({ findings }) => findings.unquoted.length === 0),
    'answers of one task': share(answered, ({ message, question: { question, turns = [] } }) =>
      isOfOneTask(message, question, turns),
    ),
    'steps whole': share(answered, ({ findings }) => findings.leftOut.length === 0),
    'wrong value avoided': share(trapped, ({ message, question }) => !containsOneOf(message.content, question.not)),
  });
}

/** Bounds between which the true share lies with a probability of 95 %, also near 0 and 1. Wilson (1927), score interval. */
export function wilsonInterval({ value, of }: Score): [low: number, high: number] {
  const z = 1.959964;
  const middle = value + z ** 2 / (2 * of);
  const reach = z * Math.sqrt((value * (1 - value)) / of + z ** 2 / (4 * of ** 2));
  const whole = 1 + z ** 2 / of;
  return [Math.max(0, (middle - reach) / whole), Math.min(1, (middle + reach) / whole)];
}

export function valuesOf(scores: Record<string, Score>): Scores {
  return Object.fromEntries(Object.entries(scores).map(([name, { value }]) => [name, value]));
}

export function isAnswered({ message }: Outcome): boolean {
  return message.answer_status === 'grounded';
}

function hasRightValue(outcome: Outcome): boolean {
  const { answers, says } = outcome.question;
  return isAnswered(outcome) && containsOneOf(outcome.message.content, says === null ? answers : [says]);
}

/** Numbers in answers that no cited passage contains or, with `unquoted`, no quote. */
export function uncitedNumbers(outcomes: readonly Outcome[], which: 'unsupported' | 'unquoted'): string[] {
  return outcomes
    .filter(isAnswered)
    .flatMap(({ question, findings }) => findings[which].map((number) => `${question.id}: ${number}`));
}

/** Milliseconds. */
export function timesOf(outcomes: readonly Outcome[]): Record<string, { p50: number; p99: number }> {
  const quantiles = (values: number[]) => ({ p50: percentile(values, 50), p99: percentile(values, 99) });
  return {
    search: quantiles(outcomes.flatMap(({ searchMs }) => searchMs ?? [])),
    answer: quantiles(outcomes.map(({ answerMs }) => answerMs)),
  };
}

function isRefused({ message }: Outcome): boolean {
  return message.answer_status === 'refused';
}

function share(outcomes: readonly Outcome[], holds: (outcome: Outcome) => boolean): Score {
  return ratio(outcomes.filter(holds).length, outcomes.length);
}

function ratio(part: number, whole: number): Score {
  return { value: part / whole, of: whole };
}

function present(scores: Record<string, Score>): Record<string, Score> {
  return Object.fromEntries(Object.entries(scores).filter(([, { of }]) => of > 0));
}
