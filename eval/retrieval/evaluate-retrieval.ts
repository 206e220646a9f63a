import type { Scores } from '../questions/score-answers.js';
import type { RetrievalSet } from './retrieval-set.js';
import { runRetrieval } from './run-retrieval.js';

/** Ranks a set and prints the scores, named `hybrid/nDCG@10`, or `page/hybrid/hit@5` for printed pages. */
export async function evaluateRetrieval(set: RetrievalSet, vectorFolder: string | null): Promise<Scores> {
  const { tables, times } = await runRetrieval(set, vectorFolder);
  const scores: Scores = {};
  for (const { unit, entries, qrels } of set.corpora) {
    console.log(`${entries.length} ${unit}s, ${qrels.size} queries judged`);
    console.table(
      Object.fromEntries(
        Object.entries(tables[unit]).map(([mode, its]) => [
          mode,
          Object.fromEntries(Object.entries(its).map(([name, value]) => [name, value.toFixed(4)])),
        ]),
      ),
    );
    for (const [mode, its] of Object.entries(tables[unit])) {
      const prefix = unit === 'page' ? `page/${mode}` : mode;
      for (const [name, value] of Object.entries(its)) scores[`${prefix}/${name}`] = value;
    }
  }
  for (const [mode, { p50, p99 }] of Object.entries(times)) {
    console.log(`index, ${mode}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  }
  return scores;
}
