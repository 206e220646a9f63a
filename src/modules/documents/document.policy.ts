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
