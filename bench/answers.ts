/**
 * Runs search and answers on the labeled questions about the sample library (`eval/sets/sample`) against a started
 * service: the scores of `npm run eval` next to their targets.
 */
import path from 'node:path';
import { collectOutcomes } from '../eval/questions/evaluate-questions.js';
import { readQuestions } from '../eval/questions/question-set.js';
import { scoreAnswers, timesOf, uncitedNumbers, valuesOf } from '../eval/questions/score-answers.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { report } from './support/figure.js';

const TARGETS: Record<string, number> = {
  'hit@1': 0.85,
  'refusal precision': 0.9,
  'refusal recall': 0.9,
  'citation correctness': 1,
  'sentences cited': 1,
  'answers with all numbers cited': 1,
  'wrong value avoided': 1,
};

async function main(): Promise<void> {
  const questions = await readQuestions(path.join(projectRoot(), 'eval/sets/sample'));
  const outcomes = await collectOutcomes(questions);
  for (const [score, value] of Object.entries(valuesOf(scoreAnswers(outcomes)))) {
    const target = TARGETS[score];
    report({
      name: `${questions.length} questions about the sample library, ${score}`,
      value: value.toFixed(3),
      ...(target !== undefined && { target: `≥ ${target}`, holds: value >= target }),
    });
  }
  const uncited = uncitedNumbers(outcomes, 'unsupported').length;
  report({ name: '… numbers uncited', value: String(uncited), target: '0', holds: uncited === 0 });
  for (const [what, { p50, p99 }] of Object.entries(timesOf(outcomes))) {
    report({ name: `… ${what}, p50 (p99 ${p99.toFixed(0)} ms)`, value: `${p50.toFixed(0)} ms` });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
