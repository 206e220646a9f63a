import { AppError } from '../../common/errors/app-error.js';
import type { Principal } from '../../common/principal/principal.js';
import type { DocumentAccess } from './document.entity.js';

export interface OwnedDocument {
  organization_id: string;
  team_id: string | null;
}

export function seesEverything({ role }: Pick<Principal, 'role'>): boolean {
  return role === 'admin';
}

/** Whether the caller can see a document without a share. */
export function isOpenTo(principal: Principal, document: OwnedDocument & { access: DocumentAccess }): boolean {
  if (document.organization_id !== principal.organizationId) return false;
  if (seesEverything(principal) || document.access === 'organization') return true;
  return principal.teamId !== null && document.team_id === principal.teamId;
}

/**
 * Admins manage all documents, managers their team's. A service account needs the permission; without a team, it manages those without one.
 */
export function canManage(principal: Principal, document: OwnedDocument): boolean {
  if (document.organization_id !== principal.organizationId || !principal.permissions.has('document.manage'))
    return false;
  if (principal.role === 'admin') return true;
  return document.team_id === principal.teamId && (principal.teamId !== null || principal.role === 'api_user');
}

/**
 * The one of some documents or publications of a number that the caller manages; null for a new number.
 * @throws AppError CONFLICT (document_number_ambiguous), FORBIDDEN (other_team)
 */
export function managedOf<T extends OwnedDocument>(
  principal: Principal,
  visible: readonly T[],
  kind: 'document' | 'publication',
): T | null {
  const managed = visible.filter((one) => canManage(principal, one));
  if (managed.length > 1) {
    const remedy = kind === 'document' ? 'Upload the revision to one of them' : 'Delete those that are not needed';
    throw AppError.conflict('document_number_ambiguous', `${managed.length} ${kind}s have the number. ${remedy}`);
  }
  if (managed.length === 0 && visible.length > 0)
    throw new AppError('FORBIDDEN', `A ${kind} of another team has the number`, { reason: 'other_team' });
  return managed[0] ?? null;
}
