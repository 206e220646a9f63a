/**
 * Trains the model that rates units and answers (docs/adr/0038) on the halves `tune` of the given sets, and prints what it does on all halves.
 *   npm run answers:train -- [--set DIR ...] [--dry-run]
 * The same sets, sources and machine give the same weights.
 */
import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import type { Embeddings } from '../../src/integrations/embeddings/embeddings.js';
import {
  confidenceOf,
  type AnswerModel,
  type Weights,
} from '../../src/modules/chat/answering/selection/answer-model.js';
import { ExtractiveAnswerer, type Selection } from '../../src/modules/chat/answering/selection/extractive-answerer.js';
import { textOf } from '../../src/modules/chat/answering/evidence/source-units.js';
import { unitFeatures } from '../../src/modules/chat/answering/selection/unit-features.js';
import { containsOneOf, halfOf, readQuestions, type Question } from '../questions/question-set.js';
import { judge, verdictOf, type Judged } from '../questions/verdict.js';
import { withEvidence, type AskedCase, type Evidence } from './evidence.js';
import { fitChoice, fitLogistic, type Choice, type Example, type Fit } from './fit.js';
import { reliabilityOf, type Estimate } from './reliability.js';

const SETS = ['eval/sets/sample', 'eval/sets/paraphrased'];
const MODEL_FILE = 'src/modules/chat/answering/selection/answer-model.json';
/** Chosen on the halves `tune`, by leaving out one set of documents at a time. */
const PENALTIES = { unit: 8, answer: 25 };
/** Before anything is learned. */
const START: Weights = { own: 1, context: 1, keyword: 1, value: 1 };
/** Digits of weights, so that rounding of vectors changes nothing. */
const DIGITS = 3;

/** A case with the name of its set. */
interface LabeledCase extends AskedCase {
  set: string;
}

/** An answer that was given at any confidence. */
interface Trial extends Judged {
  case: LabeledCase;
  selection: Selection | null;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { set: { type: 'string', multiple: true, default: SETS }, 'dry-run': { type: 'boolean', default: false } },
  });
  const sets = await Promise.all(
    values.set.map(async (folder) => ({ folder, questions: await readQuestions(folder) })),
  );
  const hash = createHash('sha256');
  for (const { folder } of sets) hash.update(readFileSync(path.join(folder, 'questions.jsonl')));
  const setOf = new Map(
    sets.flatMap(({ folder, questions }) => questions.map((one) => [one, path.basename(folder)] as const)),
  );
  await withEvidence([...setOf.keys()], async (evidence) => {
    const cases = evidence.cases.map((one): LabeledCase => ({ ...one, set: setOf.get(one.question)! }));
    const model = await train(cases, evidence);
    await report(cases, evidence, model);
    if (!values['dry-run']) await keep(model, hash.digest('hex'));
  });
}

async function train(cases: readonly LabeledCase[], evidence: Evidence): Promise<AnswerModel> {
  const tune = cases.filter(({ question }) => halfOf(question) === 'tune');
  const start = await fitUnits(tune, evidence, START);
  const unit = await fitUnits(tune, evidence, start);
  const trials: Trial[] = [];
  // Answers to questions that the weights of units were not fitted to: to those that they were, they are better than to others.
  for (const fold of [0, 1]) {
    const others = await fitUnits(
      tune.filter((_, at) => at % 2 !== fold),
      evidence,
      start,
    );
    const own = tune.filter((_, at) => at % 2 === fold);
    trials.push(...(await tryAll(own, evidence, { unit: others, answer: {} })));
  }
  const used = trials.filter((trial) => trial.selection && ['right', 'wrong'].includes(verdictOf(trial) ?? ''));
  const sizes = countBy(used.map((trial) => trial.case.set));
  const largest = Math.max(...sizes.values());
  const examples = used.map((trial): Example => ({
    features: Object.values(trial.selection!.features),
    isPositive: verdictOf(trial) === 'right',
    // A large set does not outweigh a small one in proportion.
    weight: Math.sqrt(largest / sizes.get(trial.case.set)!),
  }));
  console.log(`${examples.length} answers, ${examples.filter(({ isPositive }) => isPositive).length} of them right`);
  return { unit, answer: named(Object.keys(used[0]!.selection!.features), fitLogistic(examples, PENALTIES.answer)) };
}

/** @param start weights that choose the units which are compared by vectors */
async function fitUnits(cases: readonly LabeledCase[], evidence: Evidence, start: Weights): Promise<Weights> {
  const choices: Choice[] = [];
  let names: string[] = [];
  for (const one of cases.filter(({ question }) => question.answers.length > 0 && !question.unanswerable)) {
    const selection = await select(one, evidence.embeddings, { unit: start, answer: {} });
    const rated = selection?.rated ?? [];
    const isRight = rated.map(
      ({ passage, unit }) =>
        isPlace(one.question, evidence, passage) && containsOneOf(textOf(unit), one.question.answers),
    );
    if (!selection || !isRight.includes(true)) continue;
    const features = unitFeatures(selection.question, rated).map((seen, at) => {
      const { cosine } = rated[at]!;
      return { ...seen, ...(cosine === null ? {} : { unit_cosine: cosine, compared: 1 }) };
    });
    names = Object.keys(features[0]!);
    choices.push({ features: features.map((seen) => Object.values(seen)), isRight });
  }
  return named(names, fitChoice(choices, PENALTIES.unit));
}

function named(names: readonly string[], { weights, bias }: Fit): Weights {
  const rounded = (value: number): number => Number(value.toFixed(DIGITS));
  const entries = names.map((name, at) => [name, rounded(weights[at]!)] as const);
  return { ...Object.fromEntries(entries), ...(bias === 0 ? {} : { bias: rounded(bias) }) };
}

async function select(one: AskedCase, embeddings: Embeddings, model: AnswerModel): Promise<Selection | null> {
  const selection = await new ExtractiveAnswerer(embeddings, { model }).select(one.request);
  return 'answer_status' in selection ? null : selection;
}

/** The answers to all cases, at any confidence. */
async function tryAll(cases: readonly LabeledCase[], evidence: Evidence, model: AnswerModel): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const one of cases) {
    const message = await new ExtractiveAnswerer(evidence.embeddings, { model, threshold: 0 }).answer(one.request);
    const citesRightPage = message.citations.some((cited) => isPlace(one.question, evidence, cited));
    const selection = message.answer_status === 'grounded' ? await select(one, evidence.embeddings, model) : null;
    trials.push({ case: one, question: one.question, message, citesRightPage, selection });
  }
  return trials;
}

function isPlace(
  { places }: Question,
  { documentIds }: Evidence,
  { document_id: id, page_number: page }: { document_id: string; page_number: number },
): boolean {
  return places.some(
    (place) => page === place.page && id === (place.document_id ?? documentIds.get(place.document_number ?? '')),
  );
}

async function report(cases: readonly LabeledCase[], evidence: Evidence, model: AnswerModel): Promise<void> {
  const { threshold } = new ExtractiveAnswerer(null).options;
  const trials = await tryAll(cases, evidence, model);
  const groups = new Map<string, Trial[]>();
  for (const trial of trials) {
    const group = `${trial.case.set}, ${halfOf(trial.question)}`;
    groups.set(group, [...(groups.get(group) ?? []), trial]);
  }
  const rows = [...groups].map(([group, members]) => {
    const decided = members.map((trial): Judged =>
      isGiven(trial, model, threshold) ? trial : { ...trial, message: { ...trial.message, answer_status: 'refused' } },
    );
    const { counts, cost } = judge(decided);
    return [group, { ...counts, cost: Number(cost.toFixed(3)) }] as const;
  });
  console.log(`threshold ${threshold}`);
  console.table(Object.fromEntries(rows));
  const heldOut = trials.filter(({ question, selection }) => selection && halfOf(question) === 'held_out');
  const estimates = heldOut.map((trial): Estimate => ({
    confidence: confidenceOf(trial.selection!.features, model),
    isRight: verdictOf(trial) === 'right',
  }));
  console.log('held out: how often answers of each confidence are right');
  console.table(reliabilityOf(estimates));
}

function isGiven({ selection }: Trial, model: AnswerModel, threshold: number): boolean {
  return selection !== null && (selection.isSure || confidenceOf(selection.features, model) >= threshold);
}

async function keep(model: AnswerModel, data: string): Promise<void> {
  const known = JSON.parse(await readFile(MODEL_FILE, 'utf8')) as AnswerModel & {
    trained_on: string;
    data_sha256: string;
  };
  const isSame =
    JSON.stringify([known.unit, known.answer, known.data_sha256]) === JSON.stringify([model.unit, model.answer, data]);
  if (isSame) return console.log('the weights are the stored ones');
  const stored = { trained_on: new Date().toISOString().slice(0, 10), data_sha256: data, ...model };
  await writeFile(MODEL_FILE, await format(JSON.stringify(stored), { parser: 'json' }));
  console.log(`weights stored in ${MODEL_FILE}`);
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
});
