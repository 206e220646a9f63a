import type { AdmittedPart, SearchScope } from '../visibility/admission.js';
import { BestRows, type Place, type ScoredPlace } from '../ranking/best-rows.js';
import { MAX_BRUTE_FORCE } from './library-graph.js';
import type { RowFilter } from '../words/row-filter.js';
import type { Segment } from '../segments/segment.js';
import type { VectorGraph } from './vector-graph.js';

const MAX_NEIGHBORS = 2_000;

/** Length of a quantized unit vector, see `columnsOf`. */
const UNIT = 127;

export class VectorSearch {
  private readonly query: Float32Array;

  constructor(
    vector: Float32Array,
    private readonly scope: SearchScope,
    private readonly filter: RowFilter,
  ) {
    this.query = normalized(vector);
  }

  /** Nearest first. Each library is searched by its own graph, which has no vectors of other audiences. */
  nearest(count: number): ScoredPlace[] {
    const { segments } = this.scope.readable;
    const best = new BestRows(count, ({ segment, row }) => segments[segment]!.segment.columns.ids[row]!);
    for (const part of this.scope.parts) {
      // For a reader of some revisions only, the graph's answer would depend on the hidden ones.
      const isSmall = !part.isOpen || part.passages <= MAX_BRUTE_FORCE || this.filter.requires;
      const { made } = part.library.graph;
      const found = isSmall || !made ? null : this.fromGraph(made.graph, part, count);
      for (const place of found ?? []) best.offer(this.similarityOf(place) ?? 0, place.segment, place.row);
      this.compare(part, found ? made!.upTo : 0, best);
    }
    return best.sorted();
  }

  /** Cosine; null for a passage without a vector. */
  similarityOf({ segment, row }: Place): number | null {
    return this.similarity(this.scope.readable.segments[segment]!.segment, row);
  }

  private fromGraph(graph: VectorGraph, part: AdmittedPart, count: number): Place[] | null {
    if (graph.size === 0) return null;
    const share = part.passages / graph.size;
    for (let wanted = Math.ceil(count / Math.min(share, 1)); ; wanted *= 4) {
      const asked = Math.min(wanted, MAX_NEIGHBORS);
      const numbers = graph.nearest(this.query, asked);
      const places = numbers.flatMap((number) => this.admittedPlace(part, number) ?? []);
      if (places.length >= count || numbers.length < asked) return places;
      if (asked === MAX_NEIGHBORS) return null;
    }
  }

  private admittedPlace({ library, places, mask }: AdmittedPart, number: number): Place | null {
    const found = library.placeOf(number);
    const segment = found ? places[found.segment]! : -1;
    if (!found || segment < 0) return null;
    const { revisions } = library.segments[found.segment]!.columns;
    const isAdmitted = mask[revisions[found.row]!] === 1 && this.passes(segment, found.row);
    return isAdmitted ? { segment, row: found.row } : null;
  }

  /** Compares passages from a number on by brute force. */
  private compare({ library, slots, places }: AdmittedPart, fromNumber: number, best: BestRows): void {
    for (const slot of slots) {
      const { first, rows } = library.slots[slot]!;
      if (first + rows <= fromNumber || rows === 0) continue;
      const there = library.placeOf(first)!;
      const place = places[there.segment]!;
      const segment = library.segments[there.segment]!;
      for (let row = there.row + Math.max(0, fromNumber - first); row < there.row + rows; row += 1) {
        if (!this.passes(place, row)) continue;
        const similarity = this.similarity(segment, row);
        if (similarity !== null && similarity >= best.threshold) best.offer(similarity, place, row);
      }
    }
  }

  private passes(segment: number, row: number): boolean {
    return this.filter.isOpen || this.filter.passes(segment, row);
  }

  private similarity({ columns: { vectors, hasVector } }: Segment, row: number): number | null {
    if (hasVector[row] === 0) return null;
    const { query } = this;
    const from = row * query.length;
    let product = 0;
    for (let i = 0; i < query.length; i += 1) product += query[i]! * vectors[from + i]!;
    return product / UNIT;
  }
}

function normalized(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}
