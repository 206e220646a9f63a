import type { Place } from './best-rows.js';
import { columnsOf } from './columns.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from './engine.types.js';
import { LibraryGraph } from './library-graph.js';
import { requireWithin } from './limits.js';
import { copyRows, mergeSegments } from './merge-segments.js';
import { Segment } from './segment.js';
import type { Vocabulary } from './vocabulary.js';

/** A revision's place in the index. It gets a new slot whenever its passages are replaced. */
export interface Slot {
  revision: IndexedRevision;
  /** Numbers of its passages: so many from the first on. */
  first: number;
  rows: number;
  /** Words of its passages together, those of headings by their weight. */
  words: number;
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
/**
 * The revisions of one audience: their passages in segments, their vectors in a graph. What belongs to another audience is
 * in another library and leaves no trace in this one, but for the numbers of terms.
 */
export class Library {
  readonly graph: LibraryGraph;
  segments: Segment[] = [];
  slots: Slot[] = [];
  nextNumber = 1;
  private readonly slotOf = new Map<string, number>();
  private readonly free: number[] = [];
  /** The revision that is being put in, and segments of its passages that nobody sees yet. */
  private arriving: { revision: IndexedRevision; slot: number; first: number; pieces: Segment[] } | null = null;

  /** @param holders the library that has a revision, by its id: of all libraries of the organization */
  constructor(
    readonly space: VectorSpace,
    readonly vocabulary: Vocabulary,
    readonly audience: string,
    private readonly holders = new Map<string, Library>(),
  ) {
    this.graph = new LibraryGraph(this);
  }

  find(revisionId: string): Slot | null {
    const slot = this.slotOf.get(revisionId);
    return slot === undefined ? null : this.slots[slot]!;
  }

  /** Slots of the revisions that are there. */
  listSlots(): number[] {
    return [...this.slotOf.values()];
  }

  /** Slots of those of the revisions that are there. */
  slotsOf(revisionIds: readonly string[]): number[] {
    return [...new Set(revisionIds)].flatMap((id) => this.slotOf.get(id) ?? []);
  }

  /** Passages of revisions that are there. */
  get alive(): number {
    return this.slots.reduce((sum, { rows, isAlive }) => (isAlive ? sum + rows : sum), 0);
  }

  /** Whether nothing is left of any revision. */
  get isEmpty(): boolean {
    return this.segments.length === 0 && this.slotOf.size === 0;
  }

  /** Memory that all of it holds but the vocabulary, about. */
  get bytes(): number {
    return this.segments.reduce((sum, { bytes }) => sum + bytes, this.graph.bytes);
  }

  /** Passages numbered below are in segments; what is arriving is not. */
  get settled(): number {
    return this.arriving?.first ?? this.nextNumber;
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
    this.nextNumber += passages.length;
    requireWithin('passages', this.nextNumber);
  }

  /** Puts the revision, with the passages that were appended, in place of what was there of it. */
  finish(revision: IndexedRevision): void {
    if (this.arriving?.revision.id !== revision.id) this.begin(revision);
    const { slot, pieces } = this.arriving!;
    const whole = pieces.length > 1 ? mergeSegments(pieces, () => true, this.space.dimensions) : pieces[0];
    this.arriving = null;
    this.occupy(slot, revision, whole ?? null);
  }

  /** Takes a revision over, as it is said of now, from a library that has it. */
  adopt(revision: IndexedRevision, from: Library): void {
    this.discard();
    const { first, rows } = from.find(revision.id)!;
    const slot = this.free.pop() ?? this.slots.length;
    const there = rows === 0 ? null : from.placeOf(first)!;
    const firstNumber = this.nextNumber;
    this.nextNumber += rows;
    requireWithin('passages', this.nextNumber);
    const range = there && { from: there.row, to: there.row + rows };
    const { dimensions } = this.space;
    const copy = range && copyRows(from.segments[there.segment]!, range, { slot, firstNumber }, dimensions);
    this.occupy(slot, revision, copy);
    from.giveAway(revision.id);
  }

  private occupy(slot: number, revision: IndexedRevision, passages: Segment | null): void {
    this.remove(revision.id);
    const { rows, words } = passages ?? { rows: 0, words: 0 };
    this.slots[slot] = { revision, first: this.nextNumber - rows, rows, words, isAlive: true };
    this.slotOf.set(revision.id, slot);
    this.holders.set(revision.id, this);
    if (passages && rows > 0) this.segments.push(passages);
  }

  /** Forgets what was appended and not finished. */
  discard(): void {
    if (this.arriving) this.free.push(this.arriving.slot);
    this.arriving = null;
  }

  private begin(revision: IndexedRevision): void {
    this.discard();
    const slot = this.free.pop() ?? this.slots.length;
    this.slots[slot] = { revision, first: this.nextNumber, rows: 0, words: 0, isAlive: false };
    this.arriving = { revision, slot, first: this.nextNumber, pieces: [] };
  }

  /** Takes over what was saved. */
  restore(slots: Slot[], segments: Segment[], nextNumber: number): void {
    this.slots = slots;
    this.segments = segments;
    this.nextNumber = nextNumber;
    slots.forEach(({ revision, isAlive, rows }, index) => {
      if (isAlive) {
        this.slotOf.set(revision.id, index);
        this.holders.set(revision.id, this);
      } else if (rows === 0) this.free.push(index);
    });
  }

  /** As {@link remove}, of what is another audience's now. */
  giveAway(revisionId: string): void {
    this.remove(revisionId);
    this.graph.forget();
  }

  remove(revisionId: string): void {
    const index = this.slotOf.get(revisionId);
    if (index === undefined) return;
    const slot = this.slots[index]!;
    slot.isAlive = false;
    // The slot of others is free once their passages are cleared out.
    if (slot.rows === 0) this.free.push(index);
    this.slotOf.delete(revisionId);
    if (this.holders.get(revisionId) === this) this.holders.delete(revisionId);
  }

  /** One step of merging small segments, clearing out large ones and the graph; true when it did something. */
  tidy(): boolean {
    const run = this.runToMerge() ?? this.segmentToClear();
    if (!run) return this.graph.tidy();
    const { from, to } = run;
    const replaced = this.segments.slice(from, to);
    const merged = mergeSegments(replaced, (slot) => this.slots[slot]!.isAlive, this.space.dimensions);
    this.segments = [...this.segments.slice(0, from), ...(merged ? [merged] : []), ...this.segments.slice(to)];
    this.freeSlots(replaced);
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
      const segment = this.segments[this.segmentOf(first)];
      if (segment) dead.set(segment, (dead.get(segment) ?? 0) + rows);
    }
    const from = this.segments.findIndex((segment) => (dead.get(segment) ?? 0) > segment.rows * MAX_DEAD);
    return from < 0 ? null : { from, to: from + 1 };
  }

  /** Where the passage of a number stands; null when it was cleared out. */
  placeOf(number: number): Place | null {
    const segment = this.segmentOf(number);
    const row = this.segments[segment]?.rowOf(number) ?? -1;
    return row < 0 ? null : { segment, row };
  }

  /** Index of the segment that has the passage of a number, if any has it; -1 when none can. */
  segmentOf(number: number): number {
    const { segments } = this;
    let [low, high] = [0, segments.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (segments[middle]!.columns.numbers[0]! <= number) low = middle;
      else high = middle - 1;
    }
    const numbers = segments[low]?.columns.numbers;
    return numbers && numbers[0]! <= number && number <= numbers.at(-1)! ? low : -1;
  }
}

function sizeOf(rows: number): number {
  return Math.max(0, Math.ceil(Math.log(rows / SMALLEST) / Math.log(MERGE_FACTOR)));
}
