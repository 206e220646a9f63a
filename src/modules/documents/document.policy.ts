import type { Principal } from '../../common/auth/principal.js';

/** Whose a document is: what the right to change it depends on. */
export interface OwnedDocument {
  organization_id: string;
  team_id: string | null;
}

/** Admins manage every document of their organization, managers those of their own team. */
export function canManage(principal: Principal, document: OwnedDocument): boolean {
  if (document.organization_id !== principal.organizationId || !principal.permissions.has('document.manage'))
    return false;
  return principal.role === 'admin' || (principal.teamId !== null && document.team_id === principal.teamId);
}
