import type { Principal } from '../../../common/auth/principal.js';
import type { DocumentReach } from '../../documents/shares/document-reach.service.js';
import type { Share } from './share.repository.js';

/** How much a share allows, and until when; an `expires_at` of null is no end. */
export type Terms = Pick<Share, 'permission' | 'expires_at'>;

/** Whether everything that `asked` allows is allowed by `own`: nobody passes on more than they have. */
export function covers(own: Terms, asked: Terms): boolean {
  const allows = own.permission === 'comment' || asked.permission === 'view';
  return allows && endOf(asked) <= endOf(own);
}

/**
 * The one share, of those by which someone sees a document, by whose right they share it on; that which lasts longest, so
 * that what they give stays as long as it can. Null when none alone allows it.
 *
 * @param asked without `expires_at`, as long as the source lasts; null asks for no end
 */
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

/** Whether a share of a document that the caller sees is there for them: given by or to them, or the document is open to them. */
export function canSeeShare({ userId, teamId }: Caller, share: Share, reach: DocumentReach): boolean {
  if (reach === 'open' || [share.shared_by, share.user_id].includes(userId)) return true;
  return teamId !== null && share.team_id === teamId;
}

/** Whoever gave it, and whoever decides about the document. @param manages whether the caller may manage the document */
export function canChangeShare({ userId, role }: Caller, share: Share, manages: boolean): boolean {
  return share.shared_by === userId || manages || role === 'admin';
}

/** Whoever may change it, and the person it was given to: nobody has to keep what they did not ask for. */
export function canEndShare(caller: Caller, share: Share, manages: boolean): boolean {
  return share.user_id === caller.userId || canChangeShare(caller, share, manages);
}

function endOf({ expires_at }: Pick<Terms, 'expires_at'>): number {
  return expires_at?.getTime() ?? Infinity;
}
