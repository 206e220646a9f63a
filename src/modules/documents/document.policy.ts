import type { Principal } from '../../common/auth/principal.js';
import type { DocumentAccess } from './document.entity.js';

/** What access to a document depends on. */
export interface GuardedDocument {
  organization_id: string;
  access: DocumentAccess;
  team_id: string | null;
}

/** For one object at hand; `DocumentRepository.visibleTo` says the same of sets, in SQL. */
export function canView(principal: Principal, document: GuardedDocument): boolean {
  if (document.organization_id !== principal.organizationId) return false;
  return document.access === 'organization' || principal.role === 'admin' || document.team_id === principal.teamId;
}

/** Admins manage every document of their organization, managers those of their own team. */
export function canManage(
  principal: Principal,
  document: Pick<GuardedDocument, 'organization_id' | 'team_id'>,
): boolean {
  if (document.organization_id !== principal.organizationId || !principal.permissions.has('document.manage'))
    return false;
  return principal.role === 'admin' || (principal.teamId !== null && document.team_id === principal.teamId);
}
