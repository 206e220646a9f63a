/** Weights of BM25, chosen by measurement (ADR 0019). */
const BM25 = { k1: 1.2, b: 0.75 };

/** The inverse document frequency of a term that `frequency` of `passages` have. It is never negative. */
export function inverseFrequency(passages: number, frequency: number): number {
  return Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));
}

/** Saturation of a term's count in a passage of a length. */
export class LengthNorms {
  /** The limit of {@link weigh}. */
  static readonly most = BM25.k1 + 1;
  private readonly base = BM25.k1 * (1 - BM25.b);
  private readonly slope: number;

  /** @param average words of a passage */
  constructor(readonly average: number) {
    this.slope = (BM25.k1 * BM25.b) / Math.max(average, 1);
  }

  /** To be multiplied by the inverse document frequency of the term. */
  weigh(count: number, length: number): number {
    return (count * (BM25.k1 + 1)) / (count + this.base + this.slope * length);
  }
}

/** The BM25 score of each of a few texts for a query. Query and texts are given as terms. */
export function scoreByBm25(query: readonly string[], texts: readonly (readonly string[])[]): number[] {
  const norms = new LengthNorms(texts.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, texts.length));
  const scores = texts.map(() => 0);
  for (const term of new Set(query)) {
    const counts = texts.map((terms) => terms.filter((other) => other === term).length);
    const weight = inverseFrequency(texts.length, counts.filter((count) => count > 0).length);
    counts.forEach((count, i) => (scores[i]! += weight * norms.weigh(count, texts[i]!.length)));
  }
  return scores;
}
