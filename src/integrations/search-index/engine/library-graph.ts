import { DRAFTS } from './audience.js';
import type { VectorSpace } from './engine.types.js';
import type { Segment, SegmentColumns } from './segment.js';
import { VectorGraph } from './vector-graph.js';

/** Libraries with fewer passages need no graph: their vectors are compared one by one. */
export const COMPARED_ONE_BY_ONE = 4_000;
/** The graph is rebuilt when it has more than so many vectors for each passage, and so many more. */
const MAX_VECTORS = { perPassage: 2, more: 1_000 };
/** Vectors put into a graph in one step: about 25 ms. */
const FILLED_AT_ONCE = 250;
/** Memory of the links of a vector. Measured, about. */
const BYTES_OF_LINKS = 300;

/** What a graph is made of. */
interface GraphedLibrary {
  readonly space: VectorSpace;
  readonly audience: string;
  readonly segments: readonly Segment[];
  readonly slots: readonly { isAlive: boolean }[];
  /** Passages of revisions that are there; and the number below which all are in segments. */
  readonly alive: number;
  readonly settled: number;
}

/** A graph, and how far it was filled. */
export interface MadeGraph {
  graph: VectorGraph;
  /** Vectors of passages numbered below are in it. */
  upTo: number;
}

/** The graph of a library's vectors. It is filled between searches; what it lacks yet is compared one by one. */
export class LibraryGraph {
  private current: MadeGraph | null = null;
  /** A graph without removed passages that is being made. */
  private renewal: MadeGraph | null = null;
  /** Whether it has vectors of passages that went to another audience. */
  private isStained = false;

  constructor(private readonly library: GraphedLibrary) {}

  /** Null while the library is small. */
  get made(): Readonly<MadeGraph> | null {
    return this.current;
  }

  get bytes(): number {
    return (this.current?.graph.size ?? 0) * (this.library.space.dimensions + BYTES_OF_LINKS);
  }

  /** Takes over what was saved. */
  restore(made: MadeGraph): void {
    this.current = made;
  }

  /** A revision that moved to another audience must leave no trace in the links: the graph has to be rebuilt. */
  forget(): void {
    this.renewal = null;
    this.isStained = true;
  }

  /** One step of filling or rebuilding the graph; true when it did something. */
  tidy(): boolean {
    const { alive, settled, audience } = this.library;
    if (audience === DRAFTS || alive <= COMPARED_ONE_BY_ONE) return false;
    this.current ??= this.empty();
    if (this.current.upTo < settled) {
      this.fill(this.current);
      return true;
    }
    const isFull = this.current.graph.size > alive * MAX_VECTORS.perPassage + MAX_VECTORS.more;
    if (!this.renewal && !this.isStained && !isFull) return false;
    this.renewal ??= this.empty();
    this.fill(this.renewal);
    if (this.renewal.upTo === settled) {
      [this.current, this.renewal] = [this.renewal, null];
      this.isStained = false;
    }
    return true;
  }

  private fill(made: MadeGraph): void {
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

  /** The next passages with a vector from a number on, and the number to go on with. */
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

  private empty(): MadeGraph {
    return { graph: new VectorGraph(this.library.space.dimensions), upTo: 0 };
  }
}
