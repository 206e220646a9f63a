import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
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
import { ShareEndings } from './share-endings.service.js';
import { ShareRecords } from './share-records.service.js';
import { requireFitting, ShareTerms, type NewTerms } from './share-terms.service.js';
import { DocumentShared } from './share.events.js';
import { canChangeShare, canEndShare, canSeeShare } from './share.policy.js';
import { ShareRepository, type Share, type ShareChanges, type ShareRow } from './share.repository.js';

/** Shares in force of one document at once. */
const MAX_SHARES = 1_000;

/** A share, with the document that it opens and why the caller sees that. */
interface SeenShare {
  share: ShareRow;
  document: DocumentRow;
  reach: DocumentReach;
}

/**
 * Sharing documents with people and teams. What a share opens follows from the table alone (`visibleTo`), on the very next
 * request. Changes come one after the other in the frame of {@link OrganizationChanges}, as those of teams and people do:
 * nobody passes on by the right of a share or a team that they are losing at that moment.
 */
@Injectable()
export class ShareService {
  constructor(
    private readonly shares: ShareRepository,
    private readonly documents: DocumentService,
    private readonly reach: DocumentReachService,
    private readonly terms: ShareTerms,
    private readonly endings: ShareEndings,
    private readonly records: ShareRecords,
    private readonly changes: OrganizationChanges,
    private readonly events: DomainEvents,
    private readonly paginator: KeysetPaginator,
  ) {}

  /** Shares of a document in force: all to whom it is open, to others those given by or to them. @throws AppError NOT_FOUND */
  async list(principal: Principal, documentId: string, query: PageQuery): Promise<Page<ShareRow>> {
    const document = await this.documents.get(principal, documentId);
    const isOpen = (await this.reach.reachOf(principal, document)) === 'open';
    const visible = this.documents.visibleTo(principal);
    return this.paginator.page(`shares of ${documentId}`, query, (afterId, rowCount) =>
      this.shares.listOf(visible, documentId, isOpen ? null : principal, afterId, rowCount),
    );
  }

  /** Shares in force that others gave to the caller or their team. */
  listReceived(principal: Principal, query: PageQuery): Promise<Page<ShareRow>> {
    const visible = this.documents.visibleTo(principal);
    return this.paginator.page('received shares', query, (afterId, rowCount) =>
      this.shares.listReceived(visible, principal, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND, for one that ran out as well */
  async get(principal: Principal, id: string): Promise<ShareRow> {
    return (await this.look(principal, id)).share;
  }

  /**
   * Shares a document with each of the recipients. Whoever sees it by shares alone passes on at most what one of these
   * allows, and for as long.
   *
   * @returns one share a recipient, in their order
   * @throws AppError NOT_FOUND, FORBIDDEN (exceeds_share), CONFLICT (too_many_shares), INVALID_REQUEST for recipients that
   * are none and a page that the document does not have
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
   * Changes what a share allows and says. What was passed on by its right is cut to what it allows from now on.
   *
   * @throws AppError NOT_FOUND, FORBIDDEN (not_sharer, exceeds_share), PRECONDITION_FAILED, INVALID_REQUEST for a page that
   * the document does not have
   */
  update(principal: Principal, id: string, request: UpdateShareRequest, ifMatch: string | null): Promise<ShareRow> {
    return this.changes.run(principal, 'document.share', async (caller) => {
      const { share, document, reach } = await this.look(caller, id);
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

  /** Ends a share and all that was passed on by its right. @throws AppError NOT_FOUND, FORBIDDEN (not_sharer) */
  async remove(principal: Principal, id: string): Promise<void> {
    await this.changes.run(principal, 'document.share', async (caller) => {
      const { share, document } = await this.look(caller, id);
      if (!canEndShare(caller, share, this.reach.mayManage(caller, document))) throw notSharer();
      await this.endings.end([id]);
    });
  }

  /** The shares, in the order of the ids. @throws AppError NOT_FOUND unless all of them are in force and their documents the caller's to see */
  async getAll(principal: Principal, wanted: readonly string[]): Promise<ShareRow[]> {
    const found = await this.shares.findInForce(this.documents.visibleTo(principal), wanted);
    const byId = new Map(found.map((share) => [share.id, share]));
    return wanted.map((id) => {
      const share = byId.get(id);
      if (!share) throw AppError.notFound('share');
      return share;
    });
  }

  private async look(principal: Principal, id: string): Promise<SeenShare> {
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

/** What the request makes another than it is. */
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
  return new AppError('FORBIDDEN', 'Somebody else gave this share', { reason: 'not_sharer' });
}
