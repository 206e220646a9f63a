/** Where in a text a pattern matches: found once, so that looking at many places of a long text stays linear. */
export class Places {
  private readonly starts: number[];

  /** @param pattern with the flag `g` */
  constructor(text: string, pattern: RegExp) {
    this.starts = [...text.matchAll(pattern)].map(({ index }) => index);
  }

  /** Whether one begins from `from` on and before `to`. */
  isWithin(from: number, to: number): boolean {
    return this.next(from, to) < to;
  }

  /** The first from `from` on, `to` if it is not before that. */
  next(from: number, to: number): number {
    return Math.min(this.starts[this.indexFrom(from)] ?? to, to);
  }

  /** The last from `from` on and before `to`. */
  last(from: number, to: number): number | null {
    const start = this.starts[this.indexFrom(to) - 1];
    return start !== undefined && start >= from ? start : null;
  }

  /** Index of the first that does not begin before `at`. */
  private indexFrom(at: number): number {
    let [low, high] = [0, this.starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
