import type { Principal } from '../../common/auth/principal.js';
import type { DocumentAccess } from './document.entity.js';

/** Whose a document is: what the right to change it depends on. */
export interface OwnedDocument {
  organization_id: string;
  team_id: string | null;
}

/** Whether somebody sees every document of their organization. */
export function seesEverything({ role }: Pick<Principal, 'role'>): boolean {
  return role === 'admin';
}

/** Whether a document of their organization is the caller's to see without having been shared with them. */
export function isOpenTo(principal: Principal, document: OwnedDocument & { access: DocumentAccess }): boolean {
  if (document.organization_id !== principal.organizationId) return false;
  if (seesEverything(principal) || document.access === 'organization') return true;
  return principal.teamId !== null && document.team_id === principal.teamId;
}

/**
 * Admins manage every document of their organization, managers those of their own team. So do service accounts to which it was
 * granted; one without a team manages the documents that belong to no team.
 */
export function canManage(principal: Principal, document: OwnedDocument): boolean {
  if (document.organization_id !== principal.organizationId || !principal.permissions.has('document.manage'))
    return false;
  if (principal.role === 'admin') return true;
  return document.team_id === principal.teamId && (principal.teamId !== null || principal.role === 'api_user');
}
