import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { canManage, isOpenTo, type OwnedDocument } from '../document.policy.js';
import type { DocumentRow } from '../document.repository.js';
import type { DocumentShare } from './document-share.entity.js';
import { DocumentShareRepository } from './document-share.repository.js';

/** Why a user can see a document: it is open to them, or through these shares. */
export type DocumentReach = 'open' | readonly DocumentShare[];

@Injectable()
export class DocumentReachService {
  constructor(private readonly shares: DocumentShareRepository) {}

  /** @param document one that the caller can see */
  async reachOf(principal: Principal, document: DocumentRow): Promise<DocumentReach> {
    return isOpenTo(principal, document) ? 'open' : this.shares.listInForce(document.id, principal);
  }

  /** Whether the caller manages a visible document. Its drafts are visible to managers only. */
  mayManage(principal: Principal, document: OwnedDocument): boolean {
    return canManage(principal, document);
  }

  /** Does not check the role's permission. @throws AppError FORBIDDEN (view_only) if the share does not allow comments */
  async requireComments(principal: Principal, document: DocumentRow): Promise<void> {
    const reach = await this.reachOf(principal, document);
    if (reach === 'open' || reach.some(({ permission }) => permission === 'comment')) return;
    throw new AppError('FORBIDDEN', 'Your share of this document does not allow comments', { reason: 'view_only' });
  }
}
