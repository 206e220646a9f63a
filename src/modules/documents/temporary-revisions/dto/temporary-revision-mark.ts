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

type RoleOfMark = Pick<TemporaryRevisionMark, 'role' | 'status' | 'action'>;

/** Those that replace or cancel the page, or may do so: its text is not to be worked by. */
export function changesOfPage<T extends RoleOfMark>(marks: readonly T[]): T[] {
  return marks.filter(({ role, action }) =>
    role === 'unplaced' ? action !== null : role === 'beneath' && action !== 'insert',
  );
}

/** Those that name the page as theirs. */
function overlaysOf<T extends RoleOfMark>(marks: readonly T[]): T[] {
  return marks.filter(({ role, action }) => role === 'overlay' && action !== null);
}

/** Whether the page belongs to a temporary revision that is not in force. Other pages of its document are not affected. */
export function isOutOfForce(marks: readonly RoleOfMark[]): boolean {
  const overlays = overlaysOf(marks);
  return overlays.length > 0 && overlays.every(({ status }) => status !== 'in_force');
}

/** Those that change the page or may change it, and those to which it belongs if none of them is in force. */
export function warningMarks(marks: readonly TemporaryRevisionMark[]): TemporaryRevisionMark[] {
  const ended = isOutOfForce(marks) ? overlaysOf(marks) : [];
  return [
    ...changesOfPage(marks),
    ...ended,
    ...marks.filter(({ role, action }) => role === 'unplaced' && action === null),
  ];
}

/** Whether the page belongs to a temporary revision that has ended. */
export function isOutlived(marks: readonly TemporaryRevisionMark[]): boolean {
  return isOutOfForce(marks) && overlaysOf(marks).every(({ status }) => status !== 'scheduled');
}

/** Without those of its document that a page of the overlay does not concern. */
export function shownMarks(marks: readonly TemporaryRevisionMark[]): TemporaryRevisionMark[] {
  const overlays = overlaysOf(marks);
  return marks.filter((mark) => mark.role !== 'overlay' || overlays.length === 0 || overlays.includes(mark));
}

/**
 * The marks of a copy of a page at a later time: without those that are not in force, but with the overlays, and their status then. What had ended
 * when the copy was made stays so.
 */
export function marksAt(marks: readonly TemporaryRevisionMark[], time: number): TemporaryRevisionMark[] {
  return marks.flatMap((mark): TemporaryRevisionMark[] => {
    if (mark.status !== 'in_force' && mark.status !== 'scheduled') return [mark];
    const status = statusAt(mark, time);
    return mark.role === 'overlay' || status === 'in_force' ? [{ ...mark, status }] : [];
  });
}

function statusAt(
  { effective_from: from, effective_until: until }: TemporaryRevisionMark,
  time: number,
): TemporaryRevisionStatus {
  if (until !== null && Date.parse(until) <= time) return 'expired';
  return Date.parse(from) <= time ? 'in_force' : 'scheduled';
}

/** What of a passage decides whether it may be quoted. */
export interface QuotablePassage {
  temporary_revisions: readonly TemporaryRevisionMark[];
  notices: readonly { page_number: number }[];
  superseded: boolean;
  /** Of the revision, or of all revisions of the document if this one is superseded. */
  changed_pages: readonly number[];
}

/**
 * Whether the passage may be quoted: not if its page or a page with one of its notices is changed, if it belongs to a temporary revision that
 * is not in force, or if its revision is superseded and its document changed, because it can have the same text.
 */
export function isQuotable({
  temporary_revisions: marks,
  notices,
  superseded,
  changed_pages,
}: QuotablePassage): boolean {
  return (
    changesOfPage(marks).length === 0 &&
    !isOutOfForce(marks) &&
    !(superseded && changed_pages.length > 0) &&
    !notices.some(({ page_number: number }) => changed_pages.includes(number))
  );
}

/** Without notices on other pages that are changed. Those on the passage's page are marked with it. */
export function noticesInForce<N extends { page_number: number }>({
  page_number: own,
  notices,
  changed_pages: changed,
}: {
  page_number: number;
  notices: readonly N[];
  changed_pages: readonly number[];
}): N[] {
  return notices.filter(({ page_number: number }) => number === own || !changed.includes(number));
}
