import type { IndexFilter } from '../index-query.js';
import type { IndexedRevision } from './engine.types.js';
import type { Slot } from './library.js';

/** Slots of revisions that a search looks at, and how many passages they have. */
export interface Admission {
  /** 1 for admitted slots. */
  mask: Uint8Array;
  passages: number;
}

/** What the filter leaves of the revisions. PostgreSQL decides afterwards; what is left out here only makes room. */
export function admit(slots: readonly Slot[], filter: IndexFilter): Admission {
  const holds = conditionsOf(filter);
  const mask = new Uint8Array(slots.length);
  let passages = 0;
  slots.forEach(({ revision, rows, isAlive }, index) => {
    if (!isAlive || !holds(revision)) return;
    mask[index] = 1;
    passages += rows;
  });
  return { mask, passages };
}

function conditionsOf(filter: IndexFilter): (revision: IndexedRevision) => boolean {
  const types = setOf(filter.document_types);
  const documents = setOf(filter.document_ids);
  const except = new Set(filter.except_revision_ids);
  const aircraft = setOf(filter.aircraft_types);
  const { ata_chapters: chapters, include_superseded: withSuperseded } = filter;
  return (revision) =>
    (revision.status === 'active' || (withSuperseded === true && revision.status === 'superseded')) &&
    !except.has(revision.id) &&
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
