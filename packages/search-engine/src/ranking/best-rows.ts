export interface Place {
  segment: number;
  row: number;
}

export interface ScoredPlace extends Place {
  score: number;
}

/**
 * The best passages of a stream, in a heap whose root is the worst one. Equal scores are ordered by id, because the
 * order of arrival depends on the history of the index.
 */
export class BestRows {
  private readonly heap: ScoredPlace[] = [];

  constructor(
    private readonly capacity: number,
    private readonly idOf: (place: Place) => string,
  ) {}

  /** Lower scores are not kept. */
  get threshold(): number {
    return this.heap.length < this.capacity ? -Infinity : this.heap[0]!.score;
  }

  offer(score: number, segment: number, row: number): void {
    if (this.heap.length < this.capacity) {
      this.heap.push({ score, segment, row });
      this.rise(this.heap.length - 1);
      return;
    }
    const offered = { score, segment, row };
    if (!this.isBetter(offered, this.heap[0]!)) return;
    this.heap[0] = offered;
    this.sink();
  }

  sorted(): ScoredPlace[] {
    return [...this.heap].sort((a, b) => (this.isBetter(a, b) ? -1 : 1));
  }

  private isBetter(a: ScoredPlace, b: ScoredPlace): boolean {
    return a.score > b.score || (a.score === b.score && this.idOf(a) < this.idOf(b));
  }

  private rise(start: number): void {
    const { heap } = this;
    for (let at = start; at > 0;) {
      const parent = (at - 1) >> 1;
      if (this.isBetter(heap[at]!, heap[parent]!)) return;
      [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
      at = parent;
    }
  }

  private sink(): void {
    const { heap } = this;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let least = at;
      if (left < heap.length && this.isBetter(heap[least]!, heap[left]!)) least = left;
      if (right < heap.length && this.isBetter(heap[least]!, heap[right]!)) least = right;
      if (least === at) return;
      [heap[least], heap[at]] = [heap[at]!, heap[least]!];
      at = least;
    }
  }
}
