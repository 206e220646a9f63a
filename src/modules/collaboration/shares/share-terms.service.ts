import { Injectable } from '@nestjs/common';
import { listPermissions, type Principal } from '../../../common/auth/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { DocumentRow } from '../../documents/document.service.js';
import { DocumentReachService, type DocumentReach } from '../../documents/shares/document-reach.service.js';
import type { CreateSharesRequest, RecipientRequest } from './dto/share.request.js';
import { covers, sourceOf, type Terms } from './share.policy.js';
import { ShareRepository, type Share, type ShareChanges } from './share.repository.js';

/** What new shares allow, until when, and by which share's right. */
export type NewTerms = Terms & Pick<Share, 'granted_by_share_id'>;

/** With whom, how far and for how long somebody may share a document. */
@Injectable()
export class ShareTerms {
  constructor(
    private readonly shares: ShareRepository,
    private readonly reach: DocumentReachService,
  ) {}

  /** @throws AppError INVALID_REQUEST for recipients that are none of the organization, the caller, or named twice */
  async requireRecipients({ organizationId, userId }: Principal, given: readonly RecipientRequest[]): Promise<void> {
    const ids = given.map(({ id }) => id);
    const known = await this.shares.findRecipients(organizationId, ids);
    const errors = given.flatMap(({ type, id }, index) => {
      const field = `recipients.${index}.id`;
      if (known.get(id) !== type) return [{ field, issue: `is no ${type} of your organization` }];
      if (id === userId) return [{ field, issue: 'is yourself' }];
      return ids.indexOf(id) < index ? [{ field, issue: 'is named twice' }] : [];
    });
    if (errors.length > 0) throw AppError.invalid(errors);
  }

  /**
   * What the caller's new shares of a document are. To whom it is open, they give what they like; others what one of the
   * shares allows by which they see it, and as long as that when they name no end.
   *
   * @throws AppError FORBIDDEN (exceeds_share)
   */
  async ofNew(
    caller: Principal,
    document: DocumentRow,
    { permission, expires_at }: CreateSharesRequest,
  ): Promise<NewTerms> {
    const asked = typeof expires_at === 'string' ? new Date(expires_at) : expires_at;
    const reach = await this.reach.reachOf(caller, document);
    if (reach === 'open') return { permission, expires_at: asked ?? null, granted_by_share_id: null };
    const source = sourceOf(reach, { permission, expires_at: asked });
    if (!source) throw exceedsShare();
    const end = asked === undefined ? source.expires_at : asked;
    return { permission, expires_at: end, granted_by_share_id: source.id };
  }

  /**
   * That a share becomes no more than its source; nor than it is, when it has none and the document is not open to the
   * caller any more.
   *
   * @throws AppError FORBIDDEN (exceeds_share)
   */
  async requireWithinBound(share: Share, changed: Terms, reach: DocumentReach): Promise<void> {
    const { granted_by_share_id: source } = share;
    const bound = source !== null ? await this.shares.findById(source) : reach === 'open' ? null : share;
    if (bound && !covers(bound, changed)) throw exceedsShare();
  }
}

/**
 * @throws AppError INVALID_REQUEST for a page behind the last; FORBIDDEN when the caller gives the right to comment without
 * having it, as with an API key that may only share
 */
export function requireFitting(
  { permissions }: Principal,
  { revision: { page_count: last } }: DocumentRow,
  { permission, page_number }: Pick<ShareChanges, 'permission' | 'page_number'>,
): void {
  if (permission === 'comment' && !permissions.has('document.comment')) {
    throw AppError.forbidden('document.comment', listPermissions(permissions));
  }
  if (last !== null && (page_number ?? 1) > last) {
    throw AppError.invalid([{ field: 'page_number', issue: `is behind the last page, which is ${last}` }]);
  }
}

function exceedsShare(): AppError {
  const message = 'This would allow more, or for longer, than the share by which the document may be passed on';
  return new AppError('FORBIDDEN', message, { reason: 'exceeds_share' });
}
