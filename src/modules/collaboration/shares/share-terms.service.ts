import { Injectable } from '@nestjs/common';
import { listPermissions, type Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { DocumentRow } from '../../documents/document.service.js';
import { DocumentReachService, type DocumentReach } from '../../documents/shares/document-reach.service.js';
import type { CreateSharesRequest, RecipientRequest } from './dto/share.request.js';
import { covers, sourceOf, type Terms } from './share.policy.js';
import { ShareRepository, type Share, type ShareChanges } from './share.repository.js';

/** Permission and expiry of new shares, and the share that they are based on. */
export type NewTerms = Terms & Pick<Share, 'granted_by_share_id'>;

/** Decides with whom, how far and how long a user may share a document. */
@Injectable()
export class ShareTerms {
  constructor(
    private readonly shares: ShareRepository,
    private readonly reach: DocumentReachService,
  ) {}

  /** @throws AppError INVALID_REQUEST for unknown or duplicate recipients, or the caller */
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

  /** Without open access, one of the caller's shares is the limit and default expiry. @throws AppError FORBIDDEN (exceeds_share) */
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

  /** Bound: the share's source; without one, and without open access, the share itself. @throws AppError FORBIDDEN (exceeds_share) */
  async requireWithinBound(share: Share, changed: Terms, reach: DocumentReach): Promise<void> {
    const { granted_by_share_id: source } = share;
    const bound = source !== null ? await this.shares.findById(source) : reach === 'open' ? null : share;
    if (bound && !covers(bound, changed)) throw exceedsShare();
  }
}

/** @throws AppError INVALID_REQUEST for a page after the last; FORBIDDEN for comments without the permission (restricted API key) */
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
  const message = 'The share would exceed the permission or expiry of the share that it is based on';
  return new AppError('FORBIDDEN', message, { reason: 'exceeds_share' });
}
