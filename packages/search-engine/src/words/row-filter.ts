import type { Rows } from '../segments/posting-lists.js';

/** Rows of each segment that may be found, in addition to the revision mask. */
export class RowFilter {
  private readonly required = new Map<number, Uint8Array>();
  private readonly excluded = new Map<number, Uint8Array>();
  private requirements = 0;

  /** Requires rows to be among these, by segment, and among those of every other call. */
  require(rowsOf: (segment: number) => Rows, segments: readonly { rows: number }[]): void {
    segments.forEach(({ rows }, segment) => {
      const found = rowsOf(segment);
      const met = this.required.get(segment) ?? new Uint8Array(rows);
      for (const row of found) if (met[row] === this.requirements) met[row] += 1;
      this.required.set(segment, met);
    });
    this.requirements += 1;
  }

  exclude(rowsOf: (segment: number) => Rows, segments: readonly { rows: number }[]): void {
    segments.forEach(({ rows }, segment) => {
      const out = this.excluded.get(segment) ?? new Uint8Array(rows);
      for (const row of rowsOf(segment)) out[row] = 1;
      this.excluded.set(segment, out);
    });
  }

  get isOpen(): boolean {
    return this.requirements === 0 && this.excluded.size === 0;
  }

  /** Whether rows are required. A search by vectors alone must then examine all of them. */
  get requires(): boolean {
    return this.requirements > 0;
  }

  passes(segment: number, row: number): boolean {
    if (this.requirements > 0 && this.required.get(segment)?.[row] !== this.requirements) return false;
    return this.excluded.get(segment)?.[row] !== 1;
  }
}
