import type { IndexReader } from '../index-query.js';
import { DRAFTS, EVERYBODY } from './audience.js';
import type { IndexedRevision } from './engine.types.js';
import type { Library } from './library.js';
import { inverseFrequency } from './relevance.js';
import type { Segment } from './segment.js';
import type { WrittenWord } from './vocabulary.js';

/** What of a library somebody may read. */
export interface ReadablePart {
  library: Library;
  /** Slots of the revisions, and 1 for each of them. */
  slots: number[];
  mask: Uint8Array;
  /** Whether all of the library is open to them, and not single revisions of it. */
  isOpen: boolean;
  /** By segment of the library its place among {@link Readable.segments}; -1 when nothing of it may be read. */
  places: Int32Array;
}

interface ReadableSegment {
  segment: Segment;
  part: ReadablePart;
  /** Whether all of its passages may be read. */
  isWhole: boolean;
}

/**
 * All that one kind of reader may find, with what is known of its words: frequencies, lengths, spellings. Every number
 * that a search computes comes from here, so that an answer is that of a library without all the rest.
 */
export class Readable {
  readonly parts: ReadablePart[] = [];
  readonly segments: ReadableSegment[] = [];
  /** Passages, and words of one. */
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

  /** Passages that have the term. */
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

  /** Passages with the word's term; 0 when none has it as it is written. */
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
