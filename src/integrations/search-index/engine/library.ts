import { columnsOf } from './columns.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from './engine.types.js';
import { mergeSegments } from './merge-segments.js';
import { Segment } from './segment.js';
import { VectorGraph } from './vector-graph.js';
import { Vocabulary } from './vocabulary.js';

/** A revision's place in the index. It gets a new slot whenever its passages are replaced. */
export interface Slot {
  revision: IndexedRevision;
  /** Numbers of its passages: so many from the first on. */
  first: number;
  rows: number;
  /** False when it was removed or replaced: its passages are there until segments are merged, and are never found. */
  isAlive: boolean;
}

/** Most passages of one segment: merging that many takes about a tenth of a second. */
const MAX_SEGMENT_ROWS = 32_768;
/** Segments of like size that are merged into one. */
const MERGE_FACTOR = 4;
/** Rows of the smallest size of segments; each further size is {@link MERGE_FACTOR} times as large. */
const SMALLEST = 64;
/** Share of removed passages at which a segment is written anew. */
const MAX_DEAD = 0.3;
/** The graph is made anew when it has more than so many vectors for each passage, and so many more. */
const MAX_VECTORS = { perPassage: 2, more: 1_000 };
/** Vectors put into a graph in one step: about 50 ms. */
const FILLED_AT_ONCE = 500;

/** Memory of a term, its number and its places in the maps; of the links of a vector. Measured, about. */
const BYTES_OF_TERM = 120;
const BYTES_OF_LINKS = 300;

/** What an organization's index consists of: revisions, their passages in segments, their vectors in a graph. */
export class Library {
  readonly vocabulary = new Vocabulary();
  graph: VectorGraph;
  segments: Segment[] = [];
  slots: Slot[] = [];
  nextNumber = 1;
  private readonly slotOf = new Map<string, number>();
  private readonly free: number[] = [];
  /** The revision that is being put in, and segments of its passages that nobody sees yet. */
  private arriving: { revision: IndexedRevision; slot: number; first: number; pieces: Segment[] } | null = null;
  /** A graph without removed passages that is being made, and the number of the passage to go on with. */
  private renewal: { graph: VectorGraph; from: number } | null = null;

  constructor(readonly space: VectorSpace) {
    this.graph = new VectorGraph(space.dimensions);
  }

  find(revisionId: string): Slot | null {
    const slot = this.slotOf.get(revisionId);
    return slot === undefined ? null : this.slots[slot]!;
  }

  /** Passages in all segments, replaced ones among them. */
  get rows(): number {
    return this.segments.reduce((sum, { rows }) => sum + rows, 0);
  }

  /** Memory that all of it holds, about. */
  get bytes(): number {
    const inGraph = this.graph.size * (this.space.dimensions + BYTES_OF_LINKS);
    return this.segments.reduce((sum, { bytes }) => sum + bytes, inGraph + this.vocabulary.size * BYTES_OF_TERM);
  }

  /** Words of a passage. */
  get averageLength(): number {
    const words = this.segments.reduce((sum, { words }) => sum + words, 0);
    return words / Math.max(this.rows, 1);
  }

  revisions(): IndexedRevision[] {
    return [...this.slotOf.values()].map((slot) => this.slots[slot]!.revision);
  }

  /**
   * Takes passages of a revision that is not whole yet: none of them is found before {@link finish}. One revision comes at
   * a time; what is there of another one is forgotten.
   */
  append(revision: IndexedRevision, passages: readonly IndexedPassage[]): void {
    if (this.arriving?.revision.id !== revision.id) this.begin(revision);
    const { slot, pieces } = this.arriving!;
    const { dimensions } = this.space;
    const columns = columnsOf(passages, revision, slot, this.nextNumber, this.vocabulary, dimensions);
    pieces.push(new Segment(columns));
    const withVector = passages.flatMap(({ vector }, row) =>
      vector ? [{ vector, number: this.nextNumber + row }] : [],
    );
    const vectors = new Float32Array(withVector.length * dimensions);
    withVector.forEach(({ vector }, index) => vectors.set(vector, index * dimensions));
    this.graph.add(
      withVector.map(({ number }) => number),
      vectors,
    );
    this.nextNumber += passages.length;
  }

  /** Puts the revision, with the passages that were appended, in place of what was there of it. */
  finish(revision: IndexedRevision): void {
    if (this.arriving?.revision.id !== revision.id) this.begin(revision);
    const { slot, first, pieces } = this.arriving!;
    this.arriving = null;
    this.remove(revision.id);
    const rows = this.nextNumber - first;
    this.slots[slot] = { revision, first, rows, isAlive: true };
    this.slotOf.set(revision.id, slot);
    if (rows === 0) return;
    const whole = pieces.length === 1 ? pieces[0]! : mergeSegments(pieces, () => true, this.space.dimensions)!;
    this.segments.push(whole);
  }

  /** Forgets what was appended and not finished. */
  discard(): void {
    if (this.arriving) this.free.push(this.arriving.slot);
    this.arriving = null;
  }

  private begin(revision: IndexedRevision): void {
    this.discard();
    const slot = this.free.pop() ?? this.slots.length;
    this.slots[slot] = { revision, first: this.nextNumber, rows: 0, isAlive: false };
    this.arriving = { revision, slot, first: this.nextNumber, pieces: [] };
  }

  /** Takes over what was saved. */
  restore(slots: Slot[], segments: Segment[], nextNumber: number): void {
    this.slots = slots;
    this.segments = segments;
    this.nextNumber = nextNumber;
    slots.forEach(({ revision, isAlive, rows }, index) => {
      if (isAlive) this.slotOf.set(revision.id, index);
      else if (rows === 0) this.free.push(index);
    });
  }

  /** Puts the vectors of the passages from a number on into the graph. */
  completeGraph(fromNumber: number): void {
    for (let from = fromNumber; from < this.nextNumber;) from = this.fill(this.graph, from, FILLED_AT_ONCE);
  }

  /** Puts vectors of passages from a number on into a graph, so many at most; answers the number to go on with. */
  private fill(graph: VectorGraph, fromNumber: number, most: number): number {
    const { dimensions } = this.space;
    const [numbers, vectors]: [number[], number[]] = [[], []];
    const add = () => graph.add(numbers, Float32Array.from(vectors));
    for (const { columns, rows } of this.segments) {
      if (columns.numbers[rows - 1]! < fromNumber) continue;
      for (let row = 0; row < rows; row += 1) {
        const number = columns.numbers[row]!;
        const isWanted =
          number >= fromNumber && columns.hasVector[row] === 1 && this.slots[columns.revisions[row]!]!.isAlive;
        if (!isWanted) continue;
        if (numbers.length === most) {
          add();
          return number;
        }
        numbers.push(number);
        vectors.push(...columns.vectors.subarray(row * dimensions, (row + 1) * dimensions));
      }
    }
    add();
    return this.nextNumber;
  }

  remove(revisionId: string): void {
    const index = this.slotOf.get(revisionId);
    if (index === undefined) return;
    const slot = this.slots[index]!;
    slot.isAlive = false;
    // The slot of others is free once their passages are cleared out.
    if (slot.rows === 0) this.free.push(index);
    this.slotOf.delete(revisionId);
  }

  /** One step of merging small segments, clearing out large ones and the graph; true when it did something. */
  tidy(): boolean {
    const run = this.runToMerge() ?? this.segmentToClear();
    if (!run) return this.renewGraph();
    const { from, to } = run;
    const replaced = this.segments.slice(from, to);
    const merged = mergeSegments(replaced, (slot) => this.slots[slot]!.isAlive, this.space.dimensions);
    this.segments = [...this.segments.slice(0, from), ...(merged ? [merged] : []), ...this.segments.slice(to)];
    this.freeSlots(replaced);
    return true;
  }

  private renewGraph(): boolean {
    const alive = this.slots.reduce((sum, { rows, isAlive }) => (isAlive ? sum + rows : sum), 0);
    const isDue = this.graph.size > alive * MAX_VECTORS.perPassage + MAX_VECTORS.more;
    // What is arriving is in no segment yet, and would be missing from a graph that ended meanwhile.
    if (this.arriving || !(this.renewal || isDue)) return false;
    this.renewal ??= { graph: new VectorGraph(this.space.dimensions), from: 0 };
    const { graph, from } = this.renewal;
    this.renewal.from = this.fill(graph, from, FILLED_AT_ONCE);
    if (this.renewal.from === this.nextNumber) [this.graph, this.renewal] = [graph, null];
    return true;
  }

  /** Segments side by side of about the same size or smaller, the smallest sizes first. */
  private runToMerge(): { from: number; to: number } | null {
    const sizes = this.segments.map(({ rows }) => sizeOf(rows));
    for (let size = 0; size <= sizeOf(MAX_SEGMENT_ROWS); size += 1) {
      for (let from = 0; from + MERGE_FACTOR <= this.segments.length; from += 1) {
        const run = this.segments.slice(from, from + MERGE_FACTOR);
        const rows = run.reduce((sum, segment) => sum + segment.rows, 0);
        const isLike = sizes.slice(from, from + MERGE_FACTOR).every((other) => other <= size);
        if (isLike && rows <= MAX_SEGMENT_ROWS) return { from, to: from + MERGE_FACTOR };
      }
    }
    return null;
  }

  /** Slots of removed revisions whose passages went with these segments are given to others. */
  private freeSlots(segments: readonly Segment[]): void {
    const used = new Set(segments.flatMap(({ columns }) => [...new Set(columns.revisions)]));
    for (const index of used) {
      const slot = this.slots[index]!;
      if (slot.isAlive) continue;
      slot.rows = 0;
      this.free.push(index);
    }
  }

  private segmentToClear(): { from: number; to: number } | null {
    const dead = new Map<Segment, number>();
    for (const { isAlive, first, rows } of this.slots) {
      if (isAlive || rows === 0) continue;
      const segment = this.segmentWith(first);
      if (segment) dead.set(segment, (dead.get(segment) ?? 0) + rows);
    }
    const from = this.segments.findIndex((segment) => (dead.get(segment) ?? 0) > segment.rows * MAX_DEAD);
    return from < 0 ? null : { from, to: from + 1 };
  }

  /** The segment that has the passage of a number; undefined when none has it any more. */
  segmentWith(number: number): Segment | undefined {
    return this.segments.find(({ columns: { numbers } }) => numbers[0]! <= number && number <= numbers.at(-1)!);
  }
}

function sizeOf(rows: number): number {
  return Math.max(0, Math.ceil(Math.log(rows / SMALLEST) / Math.log(MERGE_FACTOR)));
}
