import type { Principal } from '../../../common/principal/principal.js';
import type { DocumentReach } from '../../documents/shares/document-reach.service.js';
import type { Share } from './share.repository.js';

/** Null in `expires_at` means no expiry. */
export type Terms = Pick<Share, 'permission' | 'expires_at'>;

/** Whether `own` covers everything that `asked` allows. */
export function covers(own: Terms, asked: Terms): boolean {
  const allows = own.permission === 'comment' || asked.permission === 'view';
  return allows && endOf(asked) <= endOf(own);
}

/** Longest-lasting share that allows the new one, or null. @param asked without `expires_at`: until the source's; null: no expiry */
export function sourceOf(
  shares: readonly Share[],
  { permission, expires_at }: Pick<Terms, 'permission'> & { expires_at?: Date | null },
): Share | null {
  const able = shares.filter((own) =>
    covers(own, { permission, expires_at: expires_at === undefined ? own.expires_at : expires_at }),
  );
  return able.reduce<Share | null>((best, own) => (best && endOf(best) >= endOf(own) ? best : own), null);
}

type Caller = Pick<Principal, 'userId' | 'teamId' | 'role'>;

/** Whether the caller can see a share of a visible document: given by or to them, or the document is open to them. */
export function canSeeShare({ userId, teamId }: Caller, share: Share, reach: DocumentReach): boolean {
  if (reach === 'open' || [share.shared_by, share.user_id].includes(userId)) return true;
  return teamId !== null && share.team_id === teamId;
}

/** The creator, and managers of the document. @param manages whether the caller manages it */
export function canChangeShare({ userId, role }: Caller, share: Share, manages: boolean): boolean {
  return share.shared_by === userId || manages || role === 'admin';
}

/** Users who can change it, and its recipient. */
export function canEndShare(caller: Caller, share: Share, manages: boolean): boolean {
  return share.user_id === caller.userId || canChangeShare(caller, share, manages);
}

function endOf({ expires_at }: Pick<Terms, 'expires_at'>): number {
  return expires_at?.getTime() ?? Infinity;
}
