import type { Place } from '../ranking/best-rows.js';
import { columnsOf } from '../segments/columns.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from '../engine.types.js';
import { LibraryGraph } from '../vectors/library-graph.js';
import { requireWithin } from '../segments/limits.js';
import { copyRows, mergeSegments } from '../segments/merge-segments.js';
import { Segment } from '../segments/segment.js';
import type { Vocabulary } from '../segments/vocabulary.js';

/** A revision in the index. Each new version of its passages gets a new slot. */
export interface Slot {
  revision: IndexedRevision;
  /** Number of its first passage; the others follow. */
  first: number;
  rows: number;
  /** Words of its passages, weighted for headings. */
  words: number;
  /** False if removed or replaced. Its passages stay in their segments until a merge. */
  isAlive: boolean;
}

/** Merging this many passages takes about 100 ms. */
const MAX_SEGMENT_ROWS = 32_768;
/** Number of segments of similar size that are merged. */
const MERGE_FACTOR = 4;
/** Rows of the smallest size class; each further class is {@link MERGE_FACTOR} times as large. */
const SMALLEST = 64;
/** Share of removed passages at which a segment is rewritten. */
const MAX_DEAD = 0.3;
/** The revisions of one audience: passages in segments, vectors in a graph. It shares nothing with other libraries except term numbers. */
export class Library {
  readonly graph: LibraryGraph;
  segments: Segment[] = [];
  slots: Slot[] = [];
  nextNumber = 1;
  private readonly slotOf = new Map<string, number>();
  private readonly free: number[] = [];
  /** An unfinished revision, with segments that are not searched yet. */
  private pending: { revision: IndexedRevision; slot: number; first: number; pieces: Segment[] } | null = null;

  /** @param holders library by revision id, shared by the libraries of the organization */
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

  listSlots(): number[] {
    return [...this.slotOf.values()];
  }

  slotsOf(revisionIds: readonly string[]): number[] {
    return [...new Set(revisionIds)].flatMap((id) => this.slotOf.get(id) ?? []);
  }

  /** Number of searchable passages. */
  get alive(): number {
    return this.slots.reduce((sum, { rows, isAlive }) => (isAlive ? sum + rows : sum), 0);
  }

  get isEmpty(): boolean {
    return this.segments.length === 0 && this.slotOf.size === 0;
  }

  get bytes(): number {
    return this.segments.reduce((sum, { bytes }) => sum + bytes, this.graph.bytes);
  }

  /** Passages with lower numbers are in segments. */
  get settled(): number {
    return this.pending?.first ?? this.nextNumber;
  }

  append(revision: IndexedRevision, passages: readonly IndexedPassage[]): void {
    if (this.pending?.revision.id !== revision.id) this.begin(revision);
    const { slot, pieces } = this.pending!;
    const { dimensions } = this.space;
    const columns = columnsOf(passages, revision, slot, this.nextNumber, this.vocabulary, dimensions);
    pieces.push(new Segment(columns));
    this.nextNumber += passages.length;
    requireWithin('passages', this.nextNumber);
  }

  /** Replaces the revision by the appended passages. */
  finish(revision: IndexedRevision): void {
    if (this.pending?.revision.id !== revision.id) this.begin(revision);
    const { slot, pieces } = this.pending!;
    const whole = pieces.length > 1 ? mergeSegments(pieces, () => true, this.space.dimensions) : pieces[0];
    this.pending = null;
    this.occupy(slot, revision, whole ?? null);
  }

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
    from.detach(revision.id);
  }

  private occupy(slot: number, revision: IndexedRevision, passages: Segment | null): void {
    this.remove(revision.id);
    const { rows, words } = passages ?? { rows: 0, words: 0 };
    this.slots[slot] = { revision, first: this.nextNumber - rows, rows, words, isAlive: true };
    this.slotOf.set(revision.id, slot);
    this.holders.set(revision.id, this);
    if (passages && rows > 0) this.segments.push(passages);
  }

  discard(): void {
    if (this.pending) this.free.push(this.pending.slot);
    this.pending = null;
  }

  private begin(revision: IndexedRevision): void {
    this.discard();
    const slot = this.free.pop() ?? this.slots.length;
    this.slots[slot] = { revision, first: this.nextNumber, rows: 0, words: 0, isAlive: false };
    this.pending = { revision, slot, first: this.nextNumber, pieces: [] };
  }

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

  /** As {@link remove}, for a revision that moved to another audience. */
  detach(revisionId: string): void {
    this.remove(revisionId);
    this.graph.forget();
  }

  remove(revisionId: string): void {
    const index = this.slotOf.get(revisionId);
    if (index === undefined) return;
    const slot = this.slots[index]!;
    slot.isAlive = false;
    // Other slots become free when their passages are merged away.
    if (slot.rows === 0) this.free.push(index);
    this.slotOf.delete(revisionId);
    if (this.holders.get(revisionId) === this) this.holders.delete(revisionId);
  }

  /** One step of merging segments or filling the graph. Returns true if it did something. */
  maintain(): boolean {
    const run = this.runToMerge() ?? this.segmentToClear();
    if (!run) return this.graph.maintain();
    const { from, to } = run;
    const replaced = this.segments.slice(from, to);
    const merged = mergeSegments(replaced, (slot) => this.slots[slot]!.isAlive, this.space.dimensions);
    this.segments = [...this.segments.slice(0, from), ...(merged ? [merged] : []), ...this.segments.slice(to)];
    this.freeSlots(replaced);
    return true;
  }

  /** Adjacent segments of one size class or smaller, smallest first. */
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

  /** Frees the slots of revisions whose last passages were in these segments. */
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

  /** Null if the passage was merged away. */
  placeOf(number: number): Place | null {
    const segment = this.segmentOf(number);
    const row = this.segments[segment]?.rowOf(number) ?? -1;
    return row < 0 ? null : { segment, row };
  }

  /** -1 if no segment can have the passage. */
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
