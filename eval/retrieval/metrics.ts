/** query → document → relevance (0 = judged, not relevant). */
export type Qrels = Map<string, Map<string, number>>;

/**
 * Means over all queries with a relevant document; a query without results counts 0. nDCG has linear gain, and its
 * ideal covers all judged documents, as in trec_eval.
 */
export function meanScores(qrels: Qrels, run: Map<string, string[]>): Record<string, number> {
  const sums: Record<string, number> = { 'nDCG@10': 0, 'Recall@10': 0, 'hit@1': 0, 'hit@5': 0, MRR: 0 };
  let queries = 0;
  for (const [query, judged] of qrels) {
    const relevant = [...judged.values()].filter((relevance) => relevance > 0);
    if (relevant.length === 0) continue;
    queries++;
    const gains = (run.get(query) ?? []).map((document) => Math.max(0, judged.get(document) ?? 0));
    const ideal = relevant.sort((a, b) => b - a);
    const first = gains.findIndex((gain) => gain > 0);
    sums['nDCG@10']! += discounted(gains) / discounted(ideal);
    sums['Recall@10']! += gains.slice(0, 10).filter((gain) => gain > 0).length / relevant.length;
    sums['hit@1']! += first === 0 ? 1 : 0;
    sums['hit@5']! += first >= 0 && first < 5 ? 1 : 0;
    sums['MRR']! += first >= 0 ? 1 / (first + 1) : 0;
  }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / Math.max(1, queries)]));
}

function discounted(gains: number[]): number {
  return gains.slice(0, 10).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
}
