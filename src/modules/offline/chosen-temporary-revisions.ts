import { AppError } from '../../common/errors/app-error.js';
import type { TemporaryRevisionStatus } from '../documents/temporary-revisions/dto/temporary-revision-kinds.js';

/** A temporary revision of chosen documents, or whose document was chosen. */
export interface ChosenTemporaryRevision {
  id: string;
  number: string;
  document_id: string;
  /** Null after the deletion of the document. */
  overlay_document_id: string | null;
  /** Whether the caller can see the overlay document. */
  is_visible: boolean;
  status: TemporaryRevisionStatus;
  /** Whether it takes effect before the package expires. */
  is_coming: boolean;
  /** Whether it has pages, which one needs in place of those that it changes. */
  has_pages: boolean;
}

const counts = ({ status, is_coming }: ChosenTemporaryRevision): boolean =>
  status === 'in_force' || (status === 'scheduled' && is_coming);

/**
 * Documents without which a package would show changed pages only.
 * @throws AppError CONFLICT temporary_revision_not_chosen if one of them was not chosen, temporary_revision_not_in_force if a chosen document
 * is that of temporary revisions that are not in force while the package is valid
 */
export function neededOverlays(chosen: ReadonlySet<string>, found: readonly ChosenTemporaryRevision[]): Set<string> {
  const needed = new Set<string>();
  for (const one of found) {
    const { id, number, document_id, overlay_document_id: overlay, is_visible } = one;
    if (!chosen.has(document_id) || overlay === null || !one.has_pages || !counts(one)) continue;
    if (!chosen.has(overlay))
      throw AppError.conflict(
        'temporary_revision_not_chosen',
        'Pages of a document are changed by a temporary revision, whose document was not chosen',
        { document_id, temporary_revision_id: id, number, overlay_document_id: is_visible ? overlay : null },
      );
    needed.add(overlay);
  }
  for (const overlay of chosen) {
    const own = found.filter(({ overlay_document_id: id }) => id === overlay);
    if (own.length === 0 || own.some(counts)) continue;
    const { number, status } = own[0]!;
    throw AppError.conflict(
      'temporary_revision_not_in_force',
      'A document is a temporary revision that is not in force while the package is valid',
      { document_id: overlay, number, status },
    );
  }
  return needed;
}
