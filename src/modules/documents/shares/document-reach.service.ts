import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { canManage, isOpenTo, type OwnedDocument } from '../document.policy.js';
import type { DocumentRow } from '../document.repository.js';
import type { DocumentShare } from './document-share.entity.js';
import { DocumentShareRepository } from './document-share.repository.js';

/** Why someone sees a document: it is open to them, or these shares in force let them see it. */
export type DocumentReach = 'open' | readonly DocumentShare[];

/** How far the rights of people go on documents that they see. */
@Injectable()
export class DocumentReachService {
  constructor(private readonly shares: DocumentShareRepository) {}

  /** @param document one that the caller sees */
  async reachOf(principal: Principal, document: DocumentRow): Promise<DocumentReach> {
    return isOpenTo(principal, document) ? 'open' : this.shares.listInForce(document.id, principal);
  }

  /**
   * Whether what is said of a document that the caller sees is theirs to change, and who else sees it. Its drafts are shown
   * to these alone.
   */
  mayManage(principal: Principal, document: OwnedDocument): boolean {
    return canManage(principal, document);
  }

  /**
   * That the caller may comment on a document which they see; what their role allows is looked at before.
   *
   * @throws AppError FORBIDDEN (view_only) when it is shared with them for viewing alone
   */
  async requireComments(principal: Principal, document: DocumentRow): Promise<void> {
    const reach = await this.reachOf(principal, document);
    if (reach === 'open' || reach.some(({ permission }) => permission === 'comment')) return;
    throw new AppError('FORBIDDEN', 'The document is shared with you for viewing', { reason: 'view_only' });
  }
}
