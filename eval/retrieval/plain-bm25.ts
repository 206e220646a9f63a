const K1 = 1.2;
const B = 0.75;

/**
 * Textbook BM25 over whole documents (k1 1.2, b 0.75, lower-case words, no stemming, no stop words), the baseline of
 * rankings. Independent of the service.
 */
export class PlainBm25 {
  private readonly postings = new Map<string, Map<number, number>>();
  private readonly lengths: number[];
  private readonly meanLength: number;

  constructor(private readonly documents: readonly { id: string; text: string }[]) {
    this.lengths = documents.map(({ text }, document) => {
      const words = wordsOf(text);
      for (const word of words) {
        const its = this.postings.get(word) ?? new Map<number, number>();
        this.postings.set(word, its.set(document, (its.get(document) ?? 0) + 1));
      }
      return words.length;
    });
    this.meanLength = this.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents.length);
  }

  /** Best first; ties in the order of the documents. */
  search(query: string, limit: number): string[] {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(query))) {
      const its = this.postings.get(word);
      if (!its) continue;
      const rarity = Math.log(1 + (this.documents.length - its.size + 0.5) / (its.size + 0.5));
      for (const [document, count] of its) {
        const norm = K1 * (1 - B + (B * this.lengths[document]!) / this.meanLength);
        scores.set(document, (scores.get(document) ?? 0) + (rarity * count * (K1 + 1)) / (count + norm));
      }
    }
    const best = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
    return best.map(([document]) => this.documents[document]!.id);
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
