import { startSampleService } from '../sample-service.js';
import { ServiceApi } from './api.js';
import { askQuestions, type Outcome } from './ask-questions.js';
import { halfOf, type Question } from './question-set.js';
import { hasRightValue, isAnswered, scoreAnswers, timesOf, uncitedNumbers, type Scores } from './score-answers.js';

/** Asks a set and prints the results. Scores of the halves are named `tune/…` and `held_out/…`. */
export async function evaluateQuestions(
  questions: readonly Question[],
  running: { url: string; key: string } | null,
  verbose: boolean,
): Promise<Scores> {
  const outcomes = await collectOutcomes(questions, running);
  const tune = outcomes.filter(({ question }) => halfOf(question) === 'tune');
  const halves = {
    all: scoreAnswers(outcomes),
    tune: scoreAnswers(tune),
    held_out: scoreAnswers(outcomes.filter(({ question }) => halfOf(question) === 'held_out')),
  };
  const unanswerable = questions.filter((question) => question.unanswerable).length;
  console.log(`${questions.length} questions, ${unanswerable} of them without an answer in the library`);
  const cell = (value: number | undefined) => value?.toFixed(3) ?? '';
  console.table(
    Object.fromEntries(
      Object.entries(halves.all).map(([name, value]) => [
        name,
        { all: cell(value), tune: cell(halves.tune[name]), 'held out': cell(halves.held_out[name]) },
      ]),
    ),
  );
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
  printKinds(tune);
  if (verbose) printFailures(tune);
  return {
    ...halves.all,
    ...named('tune', halves.tune),
    ...named('held_out', halves.held_out),
  };
}

/** Asks the given service, or one started with the sample library. */
export async function collectOutcomes(
  questions: readonly Question[],
  running: { url: string; key: string } | null,
): Promise<Outcome[]> {
  if (running) return askQuestions(new ServiceApi(running.url, running.key), questions);
  const service = await startSampleService();
  try {
    return await askQuestions(new ServiceApi(service.url, service.key), questions);
  } finally {
    await service.stop();
  }
}

function named(half: string, scores: Scores): Scores {
  return Object.fromEntries(Object.entries(scores).map(([name, value]) => [`${half}/${name}`, value]));
}

function isRight(outcome: Outcome): boolean {
  return outcome.question.unanswerable ? !isAnswered(outcome) : hasRightValue(outcome);
}

function printKinds(outcomes: readonly Outcome[]): void {
  const kinds = [...new Set(outcomes.map(({ question }) => question.kind))];
  const count = (some: Outcome[], holds: (outcome: Outcome) => boolean) => some.filter(holds).length;
  console.log('by kind, half tune');
  console.table(
    Object.fromEntries(
      kinds.map((kind) => {
        const some = outcomes.filter(({ question }) => question.kind === kind);
        return [
          kind,
          {
            questions: some.length,
            'hit@1': count(some, ({ rank }) => rank === 0),
            'hit@5': count(some, ({ rank }) => rank !== null && rank >= 0 && rank < 5),
            answered: count(some, isAnswered),
            right: count(some, isRight),
          },
        ];
      }),
    ),
  );
}

function printFailures(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    const { question, message, rank, findings } = outcome;
    const faults = isAnswered(outcome) ? findings.uncited.length + findings.unquoted.length : 0;
    const isFine = isRight(outcome) && (rank ?? 0) === 0 && faults === 0;
    if (isFine) continue;
    const expected = question.unanswerable ? 'refusal' : question.answers.join(' / ');
    console.log(`\n${question.id} ${question.question}\n  expected: ${expected}; right page at ${rank ?? 'no'} rank`);
    console.log(`  ${message.answer_status}: ${message.content.replaceAll('\n', '\n  ')}`);
    if (!isAnswered(outcome)) continue;
    for (const text of findings.uncited) console.log(`  uncited: ${text}`);
    for (const number of findings.unquoted) console.log(`  in no quote: ${number}`);
  }
}
