import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { requireMatch } from '../../../common/http/if-match.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { DocumentService, type DocumentRow } from '../../documents/document.service.js';
import { DocumentReachService, type DocumentReach } from '../../documents/shares/document-reach.service.js';
import { OrganizationChanges } from '../../users/organization-changes.service.js';
import type { CreateSharesRequest, RecipientRequest, UpdateShareRequest } from './dto/share.request.js';
import { ShareExpiry } from './share-expiry.service.js';
import { ShareAudit } from './share-audit.service.js';
import { requireFitting, ShareTerms, type NewTerms } from './share-terms.service.js';
import { DocumentShared } from './share.events.js';
import { canChangeShare, canEndShare, canSeeShare } from './share.policy.js';
import { ShareRepository, type Share, type ShareChanges, type ShareRow } from './share.repository.js';

/** Maximum unexpired shares of a document. */
const MAX_SHARES = 1_000;

/** A share with its document, and why the caller can see that. */
interface SeenShare {
  share: ShareRow;
  document: DocumentRow;
  reach: DocumentReach;
}

/**
 * `visibleTo` reads the table, so changes take effect at once. {@link OrganizationChanges} serializes them with changes of users and teams:
 * a user cannot share by a right that is being revoked.
 */
@Injectable()
export class ShareService {
  constructor(
    private readonly shares: ShareRepository,
    private readonly documents: DocumentService,
    private readonly reach: DocumentReachService,
    private readonly terms: ShareTerms,
    private readonly endings: ShareExpiry,
    private readonly records: ShareAudit,
    private readonly changes: OrganizationChanges,
    private readonly events: DomainEvents,
    private readonly paginator: KeysetPaginator,
  ) {}

  /** Unexpired; only those given by or to the caller unless the document is open to them. @throws AppError NOT_FOUND */
  async list(principal: Principal, documentId: string, query: PageQuery): Promise<Page<ShareRow>> {
    const document = await this.documents.get(principal, documentId);
    const isOpen = (await this.reach.reachOf(principal, document)) === 'open';
    const visible = this.documents.visibleTo(principal);
    return this.paginator.page(`shares of ${documentId}`, query, (afterId, rowCount) =>
      this.shares.listOf(visible, documentId, isOpen ? null : principal, afterId, rowCount),
    );
  }

  /** Unexpired shares by others with the caller or their team. */
  listReceived(principal: Principal, query: PageQuery): Promise<Page<ShareRow>> {
    const visible = this.documents.visibleTo(principal);
    return this.paginator.page('received shares', query, (afterId, rowCount) =>
      this.shares.listReceived(visible, principal, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND, also for an expired share */
  async get(principal: Principal, id: string): Promise<ShareRow> {
    return (await this.findSeen(principal, id)).share;
  }

  /**
   * @returns a share for each recipient, in order
   * @throws AppError NOT_FOUND, FORBIDDEN (exceeds_share), CONFLICT (too_many_shares), INVALID_REQUEST for invalid recipients or an unknown
   * page
   */
  create(principal: Principal, documentId: string, request: CreateSharesRequest): Promise<ShareRow[]> {
    return this.changes.run(principal, 'document.share', async (caller) => {
      const document = await this.documents.get(caller, documentId);
      requireFitting(caller, document, request);
      await this.terms.requireRecipients(caller, request.recipients);
      const terms = await this.terms.ofNew(caller, document, request);
      if ((await this.shares.countInForce(documentId)) + request.recipients.length > MAX_SHARES) {
        throw AppError.conflict('too_many_shares', `A document has at most ${MAX_SHARES} shares`, { max: MAX_SHARES });
      }
      const shares = request.recipients.map((recipient) => newShare(caller, document, recipient, request, terms));
      await this.shares.insert(shares);
      for (const share of shares) {
        await this.records.record('share.created', share);
        await this.events.emit(new DocumentShared(share, document, shares));
      }
      return this.getAll(caller, ids(shares));
    });
  }

  /**
   * Also limits shares based on it.
   * @throws AppError NOT_FOUND, FORBIDDEN (not_sharer, exceeds_share), PRECONDITION_FAILED, INVALID_REQUEST for an unknown page
   */
  update(principal: Principal, id: string, request: UpdateShareRequest, ifMatch: string | null): Promise<ShareRow> {
    return this.changes.run(principal, 'document.share', async (caller) => {
      const { share, document, reach } = await this.findSeen(caller, id);
      if (!canChangeShare(caller, share, this.reach.mayManage(caller, document))) throw notSharer();
      requireMatch(ifMatch, share.row_version);
      const changes = changesOf(share, request);
      if (Object.keys(changes).length === 0) return share;
      requireFitting(caller, document, changes);
      const changed = { ...share, ...changes };
      await this.terms.requireWithinBound(share, changed, reach);
      await this.shares.update(id, changes);
      await this.records.record('share.updated', changed, undefined, Object.keys(changes));
      for (const cut of await this.shares.cutDependants(id, changed)) {
        await this.records.record('share.updated', cut, 'source_changed');
      }
      return this.get(caller, id);
    });
  }

  /** Deletes a share and those based on it. @throws AppError NOT_FOUND, FORBIDDEN (not_sharer) */
  async remove(principal: Principal, id: string): Promise<void> {
    await this.changes.run(principal, 'document.share', async (caller) => {
      const { share, document } = await this.findSeen(caller, id);
      if (!canEndShare(caller, share, this.reach.mayManage(caller, document))) throw notSharer();
      await this.endings.end([id]);
    });
  }

  /** In the order of ids. @throws AppError NOT_FOUND unless all are unexpired and their documents visible to the caller */
  async getAll(principal: Principal, wanted: readonly string[]): Promise<ShareRow[]> {
    const found = await this.shares.findInForce(this.documents.visibleTo(principal), wanted);
    const byId = new Map(found.map((share) => [share.id, share]));
    return wanted.map((id) => {
      const share = byId.get(id);
      if (!share) throw AppError.notFound('share');
      return share;
    });
  }

  private async findSeen(principal: Principal, id: string): Promise<SeenShare> {
    const [share] = await this.shares.findInForce(this.documents.visibleTo(principal), [id]);
    if (!share) throw AppError.notFound('share');
    const document = await this.documents.get(principal, share.document_id);
    const reach = await this.reach.reachOf(principal, document);
    if (!canSeeShare(principal, share, reach)) throw AppError.notFound('share');
    return { share, document, reach };
  }
}

const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

function newShare(
  caller: Principal,
  document: DocumentRow,
  { type, id }: RecipientRequest,
  { message, page_number }: CreateSharesRequest,
  terms: NewTerms,
): Share {
  const now = new Date();
  return {
    id: newId('share'),
    organization_id: document.organization_id,
    document_id: document.id,
    user_id: type === 'user' ? id : null,
    team_id: type === 'team' ? id : null,
    ...terms,
    message: message ?? null,
    page_number: page_number ?? null,
    shared_by: caller.userId,
    row_version: 1,
    created_at: now,
    updated_at: now,
  };
}

function changesOf(share: Share, { permission, message, page_number, expires_at }: UpdateShareRequest): ShareChanges {
  const end = typeof expires_at === 'string' ? new Date(expires_at) : expires_at;
  return {
    ...(permission !== undefined && permission !== share.permission && { permission }),
    ...(message !== undefined && message !== share.message && { message }),
    ...(page_number !== undefined && page_number !== share.page_number && { page_number }),
    ...(end !== undefined && end?.getTime() !== share.expires_at?.getTime() && { expires_at: end }),
  };
}

function notSharer(): AppError {
  return new AppError('FORBIDDEN', 'Only the creator of a share can change it', { reason: 'not_sharer' });
}
