import { BestRows, type Place, type ScoredPlace } from './best-rows.js';
import type { Library } from './library.js';
import type { RowFilter } from './row-filter.js';

/** So many admitted passages or fewer are compared one by one: as fast as the graph, and none is missed. */
const COMPARED_ONE_BY_ONE = 4_000;
/** Most neighbours asked of the graph when many of them are not admitted. */
const MAX_NEIGHBOURS = 2_000;

/** Length of a vector of unit length when each dimension is a byte, see `columnsOf`. */
const UNIT = 127;

/** Finds passages by the nearness of their vectors. */
export class VectorSearch {
  constructor(private readonly library: Library) {}

  /** @param admitted passages that the mask lets through */
  nearest(vector: Float32Array, mask: Uint8Array, admitted: number, filter: RowFilter, count: number): ScoredPlace[] {
    const query = levelled(vector);
    if (admitted <= COMPARED_ONE_BY_ONE || filter.requires) return this.compareAll(query, mask, filter, count);
    const share = admitted / Math.max(this.library.graph.size, 1);
    for (let wanted = Math.ceil(count / Math.min(share, 1)); ; wanted *= 4) {
      const asked = Math.min(wanted, MAX_NEIGHBOURS);
      const numbers = this.library.graph.nearest(vector, asked);
      const best = new BestRows(count);
      let kept = 0;
      for (const number of numbers) {
        const place = this.placeOf(number);
        if (!place || !this.isAdmitted(place, mask, filter)) continue;
        kept += 1;
        best.offer(this.similarity(query, place) ?? 0, place.segment, place.row);
      }
      if (kept >= count || numbers.length < asked) return best.sorted();
      if (asked === MAX_NEIGHBOURS) return this.compareAll(query, mask, filter, count);
    }
  }

  private compareAll(query: Float32Array, mask: Uint8Array, filter: RowFilter, count: number): ScoredPlace[] {
    const best = new BestRows(count);
    this.library.slots.forEach(({ first, rows }, slot) => {
      if (mask[slot] === 0 || rows === 0) return;
      const { segment, row } = this.placeOf(first)!;
      for (let next = row; next < row + rows; next += 1) {
        if (!filter.isOpen && !filter.passes(segment, next)) continue;
        const similarity = this.similarity(query, { segment, row: next });
        if (similarity !== null && similarity > best.threshold) best.offer(similarity, segment, next);
      }
    });
    return best.sorted();
  }

  private isAdmitted({ segment, row }: Place, mask: Uint8Array, filter: RowFilter): boolean {
    const { revisions } = this.library.segments[segment]!.columns;
    return mask[revisions[row]!] === 1 && (filter.isOpen || filter.passes(segment, row));
  }

  private similarity(query: Float32Array, { segment, row }: Place): number | null {
    const { vectors, hasVector } = this.library.segments[segment]!.columns;
    if (hasVector[row] === 0) return null;
    const from = row * query.length;
    let product = 0;
    for (let i = 0; i < query.length; i += 1) product += query[i]! * vectors[from + i]!;
    return product / UNIT;
  }

  private placeOf(number: number): Place | null {
    const { segments } = this.library;
    const segment = segments.findIndex(
      ({ columns: { numbers } }) => numbers[0]! <= number && number <= numbers.at(-1)!,
    );
    const row = segments[segment]?.rowOf(number) ?? -1;
    return row < 0 ? null : { segment, row };
  }
}

/** Of unit length, whoever made it. */
function levelled(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}
