/** A passage by its place: segment and row. */
export interface Place {
  segment: number;
  row: number;
}

export interface ScoredPlace extends Place {
  score: number;
}

/** The best of many passages, kept while they go by; a heap whose root is the worst that is kept. */
export class BestRows {
  private readonly heap: ScoredPlace[] = [];

  constructor(private readonly capacity: number) {}

  /** A score must be above this to be kept. */
  get threshold(): number {
    return this.heap.length < this.capacity ? -Infinity : this.heap[0]!.score;
  }

  offer(score: number, segment: number, row: number): void {
    if (this.heap.length < this.capacity) {
      this.heap.push({ score, segment, row });
      this.rise(this.heap.length - 1);
    } else if (score > this.heap[0]!.score) {
      this.heap[0] = { score, segment, row };
      this.sink();
    }
  }

  /** Best first. */
  sorted(): ScoredPlace[] {
    return [...this.heap].sort((a, b) => b.score - a.score);
  }

  private rise(start: number): void {
    const { heap } = this;
    for (let at = start; at > 0;) {
      const parent = (at - 1) >> 1;
      if (heap[parent]!.score <= heap[at]!.score) return;
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
      if (left < heap.length && heap[left]!.score < heap[least]!.score) least = left;
      if (right < heap.length && heap[right]!.score < heap[least]!.score) least = right;
      if (least === at) return;
      [heap[least], heap[at]] = [heap[at]!, heap[least]!];
      at = least;
    }
  }
}
