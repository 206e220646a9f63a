import type { Rows } from './posting-lists.js';

/** Which rows of each segment may be found, beside what their revisions allow. */
export class RowFilter {
  private readonly required = new Map<number, Uint8Array>();
  private readonly excluded = new Map<number, Uint8Array>();
  private requirements = 0;

  /** All rows must be among these, by segment, and among those of every other call. */
  require(rowsOf: (segment: number) => Rows, segments: readonly { rows: number }[]): void {
    segments.forEach(({ rows }, segment) => {
      const found = rowsOf(segment);
      const met = this.required.get(segment) ?? new Uint8Array(rows);
      for (const row of found) if (met[row] === this.requirements) met[row] += 1;
      this.required.set(segment, met);
    });
    this.requirements += 1;
  }

  /** No row may be among these. */
  exclude(rowsOf: (segment: number) => Rows, segments: readonly { rows: number }[]): void {
    segments.forEach(({ rows }, segment) => {
      const out = this.excluded.get(segment) ?? new Uint8Array(rows);
      for (const row of rowsOf(segment)) out[row] = 1;
      this.excluded.set(segment, out);
    });
  }

  /** Whether it lets everything through. */
  get isOpen(): boolean {
    return this.requirements === 0 && this.excluded.size === 0;
  }

  /** Whether some rows are required: then what is not named by a word can be found by them alone. */
  get requires(): boolean {
    return this.requirements > 0;
  }

  passes(segment: number, row: number): boolean {
    if (this.requirements > 0 && this.required.get(segment)?.[row] !== this.requirements) return false;
    return this.excluded.get(segment)?.[row] !== 1;
  }
}
