import { ROLE_PERMISSIONS } from '../../../common/principal/permissions.js';
import type { DocumentRow } from '../../documents/document.service.js';
import type { SharePermission } from '../../documents/dto/document-types.js';
import type { ReaderRow } from './document-access.repository.js';

/** Why a user can see a document. */
export type AccessReason = { type: 'admin' | 'organization' | 'team' } | { type: 'share'; share_id: string };

export interface ReaderAccess {
  user: { id: string; name: string };
  /** Takes the user's role into account. */
  permission: SharePermission;
  reasons: AccessReason[];
}

/** @param reader one who can see the document */
export function accessOf(
  { access, team_id }: Pick<DocumentRow, 'access' | 'team_id'>,
  { id, name, role, team_id: ownTeam, shares }: ReaderRow,
): ReaderAccess {
  const open: AccessReason[] = [
    ...(role === 'admin' ? [{ type: 'admin' } as const] : []),
    ...(access === 'organization' ? [{ type: 'organization' } as const] : []),
    ...(team_id !== null && team_id === ownTeam ? [{ type: 'team' } as const] : []),
  ];
  const isAllowed = open.length > 0 || shares.some(({ permission }) => permission === 'comment');
  const mayComment = isAllowed && ROLE_PERMISSIONS[role].includes('document.comment');
  return {
    user: { id, name },
    permission: mayComment ? 'comment' : 'view',
    reasons: [...open, ...shares.map(({ id: share_id }) => ({ type: 'share', share_id }) as const)],
  };
}
