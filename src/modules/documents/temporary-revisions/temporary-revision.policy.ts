import { AppError, type FieldIssue } from '../../../common/errors/app-error.js';
import type { Principal } from '../../../common/principal/principal.js';
import { canManage } from '../document.policy.js';
import type { TemporaryPageRequest } from './dto/temporary-revision.request.js';
import type { ChangedPage, Conflict, Draft, Named, TemporaryRevisionRow } from './temporary-revision.repository.js';

/** Temporary revisions of a document that have not ended. */
const MAX_OPEN = 500;

/** @throws AppError INVALID_REQUEST for pages without an overlay, and contradictory ones */
export function changedPages(pages: readonly TemporaryPageRequest[]): ChangedPage[] {
  const issues: FieldIssue[] = [];
  const seen = new Set<string>();
  const changed = pages.map(({ action, page_number, overlay_pages = [] }, index) => {
    const kind = action === 'insert' ? 'insert' : 'change';
    if (seen.has(`${kind} ${page_number}`)) {
      const twice = action === 'insert' ? 'has pages inserted after it twice' : 'is replaced or canceled twice';
      issues.push({ field: `pages.${index}.page_number`, issue: `page ${page_number} ${twice}` });
    }
    seen.add(`${kind} ${page_number}`);
    if ((action === 'cancel') !== (overlay_pages.length === 0)) {
      const issue = action === 'cancel' ? 'must be empty for action cancel' : `is required for action ${action}`;
      issues.push({ field: `pages.${index}.overlay_pages`, issue });
    }
    return { action, page_number, overlay_pages };
  });
  if (issues.length > 0) throw AppError.invalid(issues);
  return changed;
}

/** @throws AppError INVALID_REQUEST */
export function requirePeriod({
  effective_from,
  effective_until,
}: Pick<Draft, 'effective_from' | 'effective_until'>): void {
  if (effective_until === null || effective_until > effective_from) return;
  throw AppError.invalid([{ field: 'effective_until', issue: 'must be after effective_from' }]);
}

/** @throws AppError INVALID_REQUEST for what does not exist, CONFLICT (temporary_revision_conflict) */
export function requireExisting(
  current: { version: string },
  draft: Draft,
  named: Named,
  { isNew, withPages } = { isNew: true, withPages: true },
): void {
  const issues = [
    ...(isNew || withPages ? overlayIssues(draft, named) : []),
    ...(withPages ? pageIssues(current, draft, named) : []),
    ...(isNew ? supersededIssues(draft, named) : []),
    ...incorporationIssues(draft, named),
  ];
  if (issues.length > 0) throw AppError.invalid(issues);
  if ((named.incorporating?.status ?? 'draft') === 'draft') requireNoConflict(named.conflict);
}

/** @throws AppError CONFLICT (temporary_revision_conflict) */
export function requireNoConflict(conflict: Conflict | null): void {
  if (conflict === null) return;
  const { id, number, page_number } = conflict;
  const message = `${number} changes page ${page_number} at the same time; name it in supersedes_id, or withdraw it`;
  throw AppError.conflict('temporary_revision_conflict', message, { temporary_revision_id: id, page_number });
}

function overlayIssues(draft: Draft, { overlay }: Named): FieldIssue[] {
  const field = 'overlay_document_id';
  if (draft.overlay_document_id === draft.document_id) return [{ field, issue: 'must be another document' }];
  return overlay === null ? [{ field, issue: 'is not a document that you can see' }] : [];
}

function pageIssues({ version }: { version: string }, { pages }: Draft, named: Named): FieldIssue[] {
  return pages.flatMap(({ page_number: number, overlay_pages }, index) => {
    const missing = overlay_pages.filter((page) => named.overlay !== null && !named.overlay.pages.includes(page));
    return [
      ...(named.pages.includes(number)
        ? []
        : [{ field: `pages.${index}.page_number`, issue: `page ${number} is not in revision ${version}` }]),
      ...(missing.length === 0
        ? []
        : [{ field: `pages.${index}.overlay_pages`, issue: `the overlay document has no page ${missing.join(', ')}` }]),
    ];
  });
}

function supersededIssues({ supersedes_id: id }: Draft, { supersedes }: Named): FieldIssue[] {
  if (id === null || supersedes?.status === 'in_force' || supersedes?.status === 'scheduled') return [];
  const issue = supersedes ? `is ${supersedes.status}` : 'is not a temporary revision of the document';
  return [{ field: 'supersedes_id', issue }];
}

function incorporationIssues({ incorporated_by_revision_id: id, issued_id }: Draft, named: Named): FieldIssue[] {
  const field = 'incorporated_by_revision_id';
  if (id === null) return [];
  if (named.incorporating === null) return [{ field, issue: 'is not a revision of the document' }];
  if (issued_id === id) return [{ field, issue: 'is the revision that it changes' }];
  return named.incorporating.is_later ? [] : [{ field, issue: 'is earlier than the revision that it changes' }];
}

/** Its pages go out of force with the temporary revision. @throws AppError FORBIDDEN (other_team) */
export function requireManagedOverlay(principal: Principal, { overlay }: Named): void {
  if (overlay === null || canManage(principal, overlay)) return;
  throw new AppError('FORBIDDEN', 'The overlay document is not of your team', { reason: 'other_team' });
}

/** Its changes were followed already, and it keeps pages out of answers. @throws AppError CONFLICT (illegal_transition) */
export function requireNotPostponed({ status, effective_from: before }: TemporaryRevisionRow, from: Date): void {
  if (status === 'scheduled' || from <= before || from <= new Date()) return;
  const message = `The temporary revision is ${status} and cannot be postponed; withdraw it`;
  throw AppError.conflict('illegal_transition', message, { status });
}

/** Whether it never took effect, so that no answer was made from its pages. */
export function neverTookEffect({ effective_from, withdrawn_at }: TemporaryRevisionRow): boolean {
  return effective_from > (withdrawn_at ?? new Date());
}

/** @throws AppError CONFLICT (too_many_temporary_revisions) */
export function requireRoom({ count }: Named): void {
  if (count < MAX_OPEN) return;
  const message = `A document has at most ${MAX_OPEN} temporary revisions that have not ended`;
  throw AppError.conflict('too_many_temporary_revisions', message);
}

/** @throws AppError CONFLICT (illegal_transition) */
export function requireStatus(
  row: TemporaryRevisionRow,
  becoming: string,
  isAllowed: (row: TemporaryRevisionRow) => boolean,
): void {
  if (isAllowed(row)) return;
  const { status } = row;
  throw AppError.conflict('illegal_transition', `The temporary revision is ${status} and cannot be ${becoming}`, {
    status,
  });
}
