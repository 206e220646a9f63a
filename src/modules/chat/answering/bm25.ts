const K1 = 1.2;
const B = 0.75;

/** BM25 over a handful of candidates held in memory. Terms come from `contentTerms`. */
export class Bm25 {
  private readonly frequencies: Map<string, number>[];
  private readonly documentFrequency = new Map<string, number>();
  private readonly averageLength: number;

  constructor(private readonly documents: readonly string[][]) {
    this.frequencies = documents.map((terms) => {
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of counts.keys()) this.documentFrequency.set(term, (this.documentFrequency.get(term) ?? 0) + 1);
      return counts;
    });
    this.averageLength = documents.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, documents.length) || 1;
  }

  /** Rarity of a term among the candidates; highest for a term that none of them has. */
  idf(term: string): number {
    const count = this.documentFrequency.get(term) ?? 0;
    return Math.log(1 + (this.documents.length - count + 0.5) / (count + 0.5));
  }

  score(query: readonly string[], index: number): number {
    const counts = this.frequencies[index];
    if (!counts) return 0;
    const length = this.documents[index]?.length ?? 0;
    let sum = 0;
    for (const term of new Set(query)) {
      const frequency = counts.get(term) ?? 0;
      sum += (this.idf(term) * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / this.averageLength));
    }
    return sum;
  }
}
