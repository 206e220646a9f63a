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
