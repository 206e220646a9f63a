import { DRAFTS } from '../visibility/audience.js';
import type { VectorSpace } from '../engine.types.js';
import type { Segment, SegmentColumns } from '../segments/segment.js';
import { VectorGraph } from './vector-graph.js';

/** Smaller libraries need no graph: brute force is as fast. */
export const MAX_BRUTE_FORCE = 4_000;
/** The graph is rebuilt if it exceeds this many vectors per passage, plus a constant. */
const MAX_VECTORS = { perPassage: 2, more: 1_000 };
const FILLED_AT_ONCE = 250;
/** Measured memory of a vector's links. */
const BYTES_OF_LINKS = 300;

interface GraphedLibrary {
  readonly space: VectorSpace;
  readonly audience: string;
  readonly segments: readonly Segment[];
  readonly slots: readonly { isAlive: boolean }[];
  /** Number of searchable passages; and the number below which all passages are in segments. */
  readonly alive: number;
  readonly settled: number;
}

export interface BuiltGraph {
  graph: VectorGraph;
  /** Vectors of passages with lower numbers are in the graph. */
  upTo: number;
}

/** The graph of a library's vectors. It is filled between searches; vectors not yet in it are compared by brute force. */
export class LibraryGraph {
  private current: BuiltGraph | null = null;
  private rebuild: BuiltGraph | null = null;
  /** Whether it has vectors of another audience. */
  private mustRebuild = false;

  constructor(private readonly library: GraphedLibrary) {}

  /** Null while the library is small. */
  get made(): Readonly<BuiltGraph> | null {
    return this.current;
  }

  get bytes(): number {
    return (this.current?.graph.size ?? 0) * (this.library.space.dimensions + BYTES_OF_LINKS);
  }

  restore(made: BuiltGraph): void {
    this.current = made;
  }

  /** A revision that moved to another audience must leave no trace in the links, so the graph is rebuilt. */
  forget(): void {
    this.rebuild = null;
    this.mustRebuild = true;
  }

  maintain(): boolean {
    const { alive, settled, audience } = this.library;
    if (audience === DRAFTS || alive <= MAX_BRUTE_FORCE) return false;
    this.current ??= this.empty();
    if (this.current.upTo < settled) {
      this.fill(this.current);
      return true;
    }
    const isFull = this.current.graph.size > alive * MAX_VECTORS.perPassage + MAX_VECTORS.more;
    if (!this.rebuild && !this.mustRebuild && !isFull) return false;
    this.rebuild ??= this.empty();
    this.fill(this.rebuild);
    if (this.rebuild.upTo === settled) {
      [this.current, this.rebuild] = [this.rebuild, null];
      this.mustRebuild = false;
    }
    return true;
  }

  private fill(made: BuiltGraph): void {
    const { dimensions } = this.library.space;
    const { rows, upTo } = this.waiting(made.upTo);
    const vectors = new Float32Array(rows.length * dimensions);
    rows.forEach(({ columns, row }, index) => {
      vectors.set(columns.vectors.subarray(row * dimensions, (row + 1) * dimensions), index * dimensions);
    });
    made.graph.add(
      rows.map(({ columns, row }) => columns.numbers[row]!),
      vectors,
    );
    made.upTo = upTo;
  }

  /** The next passages with a vector, and the number to continue from. */
  private waiting(from: number): { rows: { columns: SegmentColumns; row: number }[]; upTo: number } {
    const { segments, slots, settled } = this.library;
    const rows: { columns: SegmentColumns; row: number }[] = [];
    for (const { columns, rows: count } of segments) {
      if (columns.numbers[count - 1]! < from) continue;
      for (let row = 0; row < count; row += 1) {
        const number = columns.numbers[row]!;
        if (number < from || columns.hasVector[row] === 0 || !slots[columns.revisions[row]!]!.isAlive) continue;
        if (rows.length === FILLED_AT_ONCE) return { rows, upTo: number };
        rows.push({ columns, row });
      }
    }
    return { rows, upTo: settled };
  }

  private empty(): BuiltGraph {
    return { graph: new VectorGraph(this.library.space.dimensions), upTo: 0 };
  }
}
