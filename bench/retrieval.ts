/**
 * Ranks labeled sets (format: `npm run eval`) with the service's splitter, model and index, next to textbook BM25 over
 * whole documents.
 *   BENCH_RETRIEVAL=DIR npm run bench -- retrieval      DIR is a set, or contains sets as folders
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isRetrievalSet, readRetrievalSet } from '../eval/retrieval/retrieval-set.js';
import { runRetrieval } from '../eval/retrieval/run-retrieval.js';
import { progress, report } from './support/figure.js';

const SCORES = ['nDCG@10', 'Recall@10', 'hit@1', 'hit@5', 'MRR'];
const FLOOR = 'plain BM25';
/** Targets by name of the set; other sets are only measured. */
const TARGETS: Record<string, number> = {
  'cranfield, hybrid, nDCG@10': 0.43,
  'cranfield, keyword, nDCG@10': 0.38,
  'emanual, hybrid, hit@5': 0.8,
};

async function measure(folder: string): Promise<void> {
  const set = path.basename(folder);
  progress(set);
  const { tables, times } = await runRetrieval(await readRetrievalSet(folder), null);
  for (const [unit, modes] of Object.entries(tables)) {
    for (const [mode, scores] of Object.entries(modes)) {
      if (mode === FLOOR) continue;
      for (const score of SCORES) {
        const value = scores[score]!;
        const floor = modes[FLOOR]![score]!;
        const name = `${set}, ${unit === 'page' ? 'printed page, ' : ''}${mode}, ${score}`;
        const target = TARGETS[name];
        report({
          ...{ name, value: value.toFixed(3), floor: floor.toFixed(3), ratio: value / floor },
          ...(target !== undefined && { target: `≥ ${target}`, holds: value >= target }),
        });
      }
    }
  }
  for (const [mode, { p50, p99 }] of Object.entries(times)) {
    report({
      name: `${set}, ${mode}, search of the index, p50 (p99 ${p99.toFixed(1)} ms)`,
      value: `${p50.toFixed(1)} ms`,
    });
  }
}

async function main(): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: BENCH_RETRIEVAL=DIR npm run bench -- retrieval');
  const sets = isRetrievalSet(folder)
    ? [folder]
    : readdirSync(folder)
        .sort()
        .map((name) => path.join(folder, name));
  for (const set of sets.filter(isRetrievalSet)) await measure(set);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
