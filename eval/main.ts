/**
 * Measures search and answers on a labeled set.
 *   npm run eval -- --set DIR [--json FILE] [--guard FILE [--update]] [--verbose]
 *   npm run eval -- --set DIR --url URL --key KEY      asks a running service instead of starting one
 *   npm run eval -- --set DIR --min-confidence NUMBER  answers from this confidence instead of the default
 *   npm run eval -- --set DIR --vectors DIR            caches the corpora's vectors
 * A folder with corpus.jsonl, queries.jsonl and qrels.tsv is ranked with the service's splitter, model and index.
 * Questions of a folder with questions.jsonl (labeled, or exported feedback) go to a service, by default one started
 * with the sample library. `--guard` fails if a score is more than two points (wrong answers: one) below the stored one; `--update`
 * overwrites the file. Details of questions are shown only for the half `tune`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { fallenScores, keptScores } from './guard.js';
import { evaluateQuestions } from './questions/evaluate-questions.js';
import { isQuestionSet, readQuestions } from './questions/question-set.js';
import type { Scores } from './questions/score-answers.js';
import { evaluateRetrieval } from './retrieval/evaluate-retrieval.js';
import { isRetrievalSet, readRetrievalSet } from './retrieval/retrieval-set.js';

const USAGE =
  'usage: npm run eval -- --set DIR [--url URL --key KEY] [--json FILE] [--guard FILE [--update]] [--verbose]';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      set: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
      json: { type: 'string' },
      guard: { type: 'string' },
      update: { type: 'boolean', default: false },
      vectors: { type: 'string' },
      'min-confidence': { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const { set, url, key } = values;
  if (set === undefined || (url === undefined) !== (key === undefined)) throw new Error(USAGE);
  if (!isRetrievalSet(set) && !isQuestionSet(set)) {
    throw new Error(`${set} holds neither questions.jsonl nor corpus.jsonl, queries.jsonl and qrels.tsv`);
  }
  const scores: Scores = {};
  if (isRetrievalSet(set))
    Object.assign(scores, await evaluateRetrieval(await readRetrievalSet(set), values.vectors ?? null));
  if (isQuestionSet(set)) {
    const running = url === undefined || key === undefined ? null : { url, key };
    const least = values['min-confidence'];
    const service = { running, ...(least !== undefined && { minConfidence: Number(least) }) };
    Object.assign(scores, await evaluateQuestions(await readQuestions(set), service, values.verbose));
  }
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(scores, null, 2)}\n`);
  if (values.guard !== undefined) await guard(scores, values.guard, values.update);
}

async function guard(scores: Scores, file: string, update: boolean): Promise<void> {
  if (update) {
    await writeFile(file, keptScores(scores));
    console.log(`scores kept in ${file}`);
    return;
  }
  const fallen = fallenScores(scores, JSON.parse(await readFile(file, 'utf8')) as Scores);
  if (fallen.length === 0) {
    console.log('no score fell');
    return;
  }
  console.error(`scores that fell by more than the guard tolerates:\n  ${fallen.join('\n  ')}`);
  process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
