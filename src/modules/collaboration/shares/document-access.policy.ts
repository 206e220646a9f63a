import { ROLE_PERMISSIONS } from '../../../common/auth/permissions.js';
import type { DocumentRow } from '../../documents/document.service.js';
import type { SharePermission } from '../../documents/dto/share-permissions.js';
import type { ReaderRow } from './document-access.repository.js';

/** Why someone sees a document: they are an administrator, it is everybody's or their team's, or it is shared with them. */
export type AccessReason = { type: 'admin' | 'organization' | 'team' } | { type: 'share'; share_id: string };

export interface ReaderAccess {
  user: { id: string; name: string };
  /** What they may do there with their role. */
  permission: SharePermission;
  /** All that apply; each alone would do. */
  reasons: AccessReason[];
}

/** @param reader one who sees the document */
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
