import type { MarkRole, PageAction, TemporaryRevisionStatus } from './temporary-revision-kinds.js';

/** A temporary revision as a page shows it. */
export interface TemporaryRevisionMark {
  id: string;
  number: string;
  role: MarkRole;
  status: TemporaryRevisionStatus;
  /** Null for a page of the overlay document that changes no page, and for `unplaced`. */
  action: PageAction | null;
  /** The other document: of `overlay` the changed one, otherwise the overlay. Null if it is not visible. */
  document_id: string | null;
  /** Pages of that document. */
  page_numbers: number[];
  effective_from: string;
  effective_until: string | null;
  /** Whether a later revision is current that neither incorporates nor confirms it. */
  needs_review: boolean;
}

/** Those that replace or cancel the page: its text is not to be worked by. */
export function changesOfPage(marks: readonly TemporaryRevisionMark[]): TemporaryRevisionMark[] {
  return marks.filter(({ role, action }) => role === 'beneath' && action !== 'insert');
}

/** Those whose page it is; of a page that changes none, those of its document. */
function overlaysOf(marks: readonly TemporaryRevisionMark[]): TemporaryRevisionMark[] {
  const overlays = marks.filter(({ role }) => role === 'overlay');
  const named = overlays.filter(({ action }) => action !== null);
  return named.length > 0 ? named : overlays;
}

/** Whether the page belongs to a temporary revision that is not in force. */
export function isOutOfForce(marks: readonly TemporaryRevisionMark[]): boolean {
  const overlays = overlaysOf(marks);
  return overlays.length > 0 && overlays.every(({ status }) => status !== 'in_force');
}

/** Whether the page belongs to a temporary revision that has ended. */
export function isOutlived(marks: readonly TemporaryRevisionMark[]): boolean {
  return isOutOfForce(marks) && overlaysOf(marks).every(({ status }) => status !== 'scheduled');
}

/** Without those of its document that a page of the overlay does not concern. */
export function shownMarks(marks: readonly TemporaryRevisionMark[]): TemporaryRevisionMark[] {
  const overlays = overlaysOf(marks);
  return marks.filter((mark) => mark.role !== 'overlay' || overlays.includes(mark));
}
