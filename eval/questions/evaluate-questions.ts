import { reliabilityOf } from '../answers/reliability.js';
import { startSampleService, type SampleOptions } from '../sample-service.js';
import { ServiceApi } from './api.js';
import { askQuestions, type Outcome } from './ask-questions.js';
import { halfOf, type Question } from './question-set.js';
import {
  isAnswered,
  scoreAnswers,
  timesOf,
  uncitedNumbers,
  valuesOf,
  wilsonInterval,
  type Score,
  type Scores,
} from './score-answers.js';
import { judge, verdictOf, type Verdict } from './verdict.js';

/** Asks a set and prints the results. Scores of the halves are named `tune/…` and `held_out/…`. */
export async function evaluateQuestions(
  questions: readonly Question[],
  service: AskedService,
  verbose: boolean,
): Promise<Scores> {
  const outcomes = await collectOutcomes(questions, service);
  const tune = outcomes.filter(({ question }) => halfOf(question) === 'tune');
  const heldOut = outcomes.filter(({ question }) => halfOf(question) === 'held_out');
  const halves = { all: scoreAnswers(outcomes), tune: scoreAnswers(tune), held_out: scoreAnswers(heldOut) };
  const unanswerable = questions.filter((question) => question.unanswerable).length;
  console.log(`${questions.length} questions, ${unanswerable} of them without an answer in the library`);
  const cell = (half: keyof typeof halves, name: string) => cellText(name, halves[half][name]);
  console.table(
    Object.fromEntries(
      Object.keys(halves.all).map((name) => [
        name,
        { all: cell('all', name), tune: cell('tune', name), 'held out': cell('held_out', name) },
      ]),
    ),
  );
  console.table({ all: verdictRow(outcomes), tune: verdictRow(tune), 'held out': verdictRow(heldOut) });
  // Errors of both halves count: knowing them does not bias tuning.
  const uncited = uncitedNumbers(outcomes, 'unsupported');
  const unquoted = uncitedNumbers(outcomes, 'unquoted');
  console.log([`numbers uncited: ${uncited.length}`, ...uncited].join('\n  '));
  console.log(
    [`numbers of the cited passage that the quote does not show: ${unquoted.length}`, ...unquoted].join('\n  '),
  );
  for (const [what, { p50, p99 }] of Object.entries(timesOf(outcomes))) {
    console.log(`${what}: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  }
  printReliability(outcomes);
  printThresholds(heldOut);
  printKinds(tune);
  if (verbose) printFailures(tune);
  return {
    ...valuesOf(halves.all),
    ...named('tune', valuesOf(halves.tune)),
    ...named('held_out', valuesOf(halves.held_out)),
  };
}

/** A running service, or the settings of one that is started with the sample library. */
export interface AskedService extends SampleOptions {
  running: { url: string; key: string } | null;
}

export async function collectOutcomes(
  questions: readonly Question[],
  { running, ...options }: AskedService = { running: null },
): Promise<Outcome[]> {
  if (running) return askQuestions(new ServiceApi(running.url, running.key), questions);
  const service = await startSampleService(options);
  try {
    return await askQuestions(new ServiceApi(service.url, service.key), questions);
  } finally {
    await service.stop();
  }
}

function named(half: string, scores: Scores): Scores {
  return Object.fromEntries(Object.entries(scores).map(([name, value]) => [`${half}/${name}`, value]));
}

/** A mean, and shares of citations and sentences, which depend on their answer. */
const WITHOUT_INTERVAL = new Set(['worth', 'citation correctness', 'sentences cited']);

function cellText(name: string, score: Score | undefined): string {
  if (!score) return '';
  const value = score.value.toFixed(3);
  return WITHOUT_INTERVAL.has(name) ? value : `${value} ${intervalText(score)}`;
}

function intervalText(score: Score): string {
  return `(${wilsonInterval(score)
    .map((bound) => bound.toFixed(2))
    .join(' to ')})`;
}

/** The mean cost is in wrong refusals. */
function verdictRow(outcomes: readonly Outcome[]): Record<Verdict | 'cost', number> {
  const { counts, cost } = judge(outcomes);
  return { ...counts, cost: Number(cost.toFixed(3)) };
}

/** Also over the half that the model was trained on, whose confidences may be too high. */
function printReliability(outcomes: readonly Outcome[]): void {
  const estimates = outcomes.filter(isAnswered).flatMap((outcome) => {
    const verdict = verdictOf(outcome);
    const { confidence } = outcome.message;
    return verdict === null || typeof confidence !== 'number' ? [] : { confidence, isRight: verdict === 'right' };
  });
  console.log('answers by confidence');
  console.table(reliabilityOf(estimates));
}

/** What a higher `answer_min_confidence` would change. */
function printThresholds(outcomes: readonly Outcome[]): void {
  console.log('verdicts by answer_min_confidence, half held out');
  console.table(
    Object.fromEntries(
      [0.5, 0.6, 0.7, 0.8, 0.9].map((least) => {
        const kept = outcomes.map((one) => refusedBelow(one, least));
        const rightValue = scoreAnswers(kept)['right value']?.value.toFixed(3);
        return [`from ${least}`, { ...verdictRow(kept), 'right value': rightValue }];
      }),
    ),
  );
}

function refusedBelow(outcome: Outcome, least: number): Outcome {
  const { confidence } = outcome.message;
  const isKept = typeof confidence !== 'number' || confidence >= least;
  return isKept ? outcome : { ...outcome, message: { ...outcome.message, answer_status: 'refused', content: '' } };
}

function printKinds(outcomes: readonly Outcome[]): void {
  const kinds = [...new Set(outcomes.map(({ question }) => question.kind))];
  const count = (some: Outcome[], holds: (outcome: Outcome) => boolean) => some.filter(holds).length;
  console.log('by kind, half tune');
  console.table(
    Object.fromEntries(
      kinds.map((kind) => {
        const some = outcomes.filter(({ question }) => question.kind === kind);
        const { counts, of } = judge(some);
        return [
          kind,
          {
            questions: some.length,
            'hit@1': count(some, ({ rank }) => rank === 0),
            'hit@5': count(some, ({ rank }) => rank !== null && rank >= 0 && rank < 5),
            ...counts,
            'right, share': of > 0 ? intervalText({ value: counts.right / of, of }) : '',
          },
        ];
      }),
    ),
  );
}

function printFailures(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    const { question, message, rank, findings } = outcome;
    const faults = isAnswered(outcome)
      ? findings.uncited.length + findings.unquoted.length + findings.leftOut.length
      : 0;
    const verdict = verdictOf(outcome);
    const isFine = verdict === 'right' && (rank ?? 0) === 0 && faults === 0;
    if (isFine) continue;
    const expected = question.unanswerable ? 'refusal' : question.answers.join(' / ');
    console.log(
      `\n${question.id} ${question.question}\n  ${verdict}; expected: ${expected}; right page at ${rank ?? 'no'} rank`,
    );
    console.log(`  ${message.answer_status}: ${message.content.replaceAll('\n', '\n  ')}`);
    if (!isAnswered(outcome)) continue;
    for (const text of findings.uncited) console.log(`  uncited: ${text}`);
    for (const number of findings.unquoted) console.log(`  in no quote: ${number}`);
    for (const text of findings.leftOut) console.log(`  left out between steps: ${text}`);
  }
}
