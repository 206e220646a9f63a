import type { IndexReader } from '../index-query.js';
import { DRAFTS, EVERYBODY } from './audience.js';
import type { IndexedRevision } from '../engine.types.js';
import type { Library } from '../libraries/library.js';
import { inverseFrequency } from '@amks/language/terms/bm25.js';
import type { Segment } from '../segments/segment.js';
import type { WrittenWord } from '../segments/vocabulary.js';

/** The part of a library that a reader can see. */
export interface ReadablePart {
  library: Library;
  /** Slots of the revisions; the mask has 1 for each. */
  slots: number[];
  mask: Uint8Array;
  /** Whether the whole library is visible, rather than single revisions. */
  isOpen: boolean;
  /** By segment of the library: its index in {@link Readable.segments}, or -1 if hidden. */
  places: Int32Array;
}

interface ReadableSegment {
  segment: Segment;
  part: ReadablePart;
  isWhole: boolean;
}

/**
 * What a reader can see, with its word statistics. All numbers of a search come from here, so that hidden documents
 * cannot influence the answer.
 */
export class Readable {
  readonly parts: ReadablePart[] = [];
  readonly segments: ReadableSegment[] = [];
  readonly passages: number;
  readonly averageLength: number;
  private readonly frequencies = new Map<number, number>();

  constructor(libraries: ReadonlyMap<string, Library>, reader: IndexReader, withSuperseded: boolean) {
    const isSearched = ({ status }: IndexedRevision): boolean =>
      status === 'active' || (withSuperseded && status === 'superseded');
    let [passages, words] = [0, 0];
    for (const [audience, library] of libraries) {
      if (audience === DRAFTS) continue;
      const isOpen = reader === 'everything' || audience === EVERYBODY || reader.audiences.includes(audience);
      const slots = (isOpen ? library.listSlots() : library.slotsOf(reader.revisions)).filter((slot) =>
        isSearched(library.slots[slot]!.revision),
      );
      if (slots.length > 0) this.addPart(library, slots, isOpen);
      for (const slot of slots) {
        passages += library.slots[slot]!.rows;
        words += library.slots[slot]!.words;
      }
    }
    this.passages = passages;
    this.averageLength = words / Math.max(passages, 1);
  }

  frequency(term: number): number {
    const known = this.frequencies.get(term);
    if (known !== undefined) return known;
    let frequency = 0;
    for (const { segment, part, isWhole } of this.segments) {
      if (isWhole) {
        frequency += segment.frequency(term);
        continue;
      }
      const { revisions } = segment.columns;
      const { rows } = segment.postings(term);
      for (let i = 0; i < rows.length; i += 1) frequency += part.mask[revisions[rows[i]!]!]!;
    }
    this.frequencies.set(term, frequency);
    return frequency;
  }

  worthOf(term: number): number {
    return inverseFrequency(this.passages, this.frequency(term));
  }

  frequencyOfWord({ term, number }: WrittenWord): number {
    const stands = this.segments.some(({ segment, part: { mask } }) => {
      const { revisions } = segment.columns;
      return segment.hasWord(number, segment.postings(term).rows, (row) => mask[revisions[row]!] === 1);
    });
    return stands ? this.frequency(term) : 0;
  }

  private addPart(library: Library, slots: number[], isOpen: boolean): void {
    const mask = new Uint8Array(library.slots.length);
    const rows = new Uint32Array(library.segments.length);
    for (const slot of slots) {
      mask[slot] = 1;
      const { first, rows: count } = library.slots[slot]!;
      if (count > 0) rows[library.segmentOf(first)]! += count;
    }
    const part = { library, slots, mask, isOpen, places: new Int32Array(library.segments.length).fill(-1) };
    library.segments.forEach((segment, index) => {
      if (rows[index] === 0) return;
      part.places[index] = this.segments.length;
      this.segments.push({ segment, part, isWhole: rows[index] === segment.rows });
    });
    this.parts.push(part);
  }
}
