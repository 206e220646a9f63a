import type { IndexFilter } from '../index-query.js';
import type { IndexedRevision } from '../engine.types.js';
import type { Readable, ReadablePart } from './readable.js';

/** The part of a library that passes the filter: slots, mask with 1 for each, and number of passages. */
export interface AdmittedPart extends ReadablePart {
  passages: number;
}

/** What a search examines: visible passages that pass the filter. */
export interface SearchScope {
  readable: Readable;
  parts: AdmittedPart[];
  masks: Uint8Array[];
}

/** Applies the filter to what is visible. PostgreSQL checks all hits again. */
export function admit(readable: Readable, filter: IndexFilter): SearchScope {
  const holds = conditionsOf(filter);
  const masks: Uint8Array[] = [];
  const parts = readable.parts.map((part) => {
    const { library, places, isOpen } = part;
    const slots = holds ? part.slots.filter((slot) => holds(library.slots[slot]!.revision)) : part.slots;
    const mask = holds ? new Uint8Array(part.mask.length) : part.mask;
    let passages = 0;
    for (const slot of slots) {
      mask[slot] = 1;
      passages += library.slots[slot]!.rows;
    }
    for (const place of places) if (place >= 0) masks[place] = mask;
    return { library, places, isOpen, slots, mask, passages };
  });
  return { readable, parts, masks };
}

function conditionsOf(filter: IndexFilter): ((revision: IndexedRevision) => boolean) | null {
  const types = setOf(filter.document_types);
  const documents = setOf(filter.document_ids);
  const except = setOf(filter.except_revision_ids);
  const aircraft = setOf(filter.aircraft_types);
  const { ata_chapters: chapters } = filter;
  if (!types && !documents && !except && !aircraft && !chapters?.length) return null;
  return (revision) =>
    (except === null || !except.has(revision.id)) &&
    (types === null || types.has(revision.document_type)) &&
    (documents === null || documents.has(revision.document_id)) &&
    (aircraft === null || aircraft.has(revision.aircraft_type)) &&
    (!chapters?.length || chapters.some((chapter) => isUnder(revision.ata_chapter, chapter)));
}

function isUnder(number: string | null, chapter: string): boolean {
  return number !== null && (number === chapter || number.startsWith(`${chapter}-`));
}

function setOf(values: string[] | undefined): Set<string> | null {
  return values?.length ? new Set(values) : null;
}
