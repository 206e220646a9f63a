import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../../common/principal/principal.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { DocumentService } from '../../../documents/document.service.js';
import { WatchRepository } from './watch.repository.js';

/** Maximum visible documents that a user can watch. Concurrent requests may exceed it by one. */
const MAX_WATCHES = 1_000;

@Injectable()
export class WatchService {
  constructor(
    private readonly watches: WatchRepository,
    private readonly documents: DocumentService,
  ) {}

  /** @throws AppError NOT_FOUND for a document hidden from the caller */
  async isWatched(principal: Principal, documentId: string): Promise<boolean> {
    await this.documents.get(principal, documentId);
    return this.watches.exists(principal.userId, documentId);
  }

  /** Idempotent. @throws AppError NOT_FOUND, CONFLICT (too_many_watches) */
  async watch(principal: Principal, documentId: string): Promise<void> {
    if (await this.isWatched(principal, documentId)) return;
    if ((await this.watches.count(principal.userId, this.documents.visibleTo(principal))) >= MAX_WATCHES) {
      throw AppError.conflict('too_many_watches', 'You have reached the maximum number of watched documents', {
        limit: MAX_WATCHES,
      });
    }
    await this.watches.insert(principal.userId, documentId);
  }

  /** Also for a document hidden from the caller. @throws AppError NOT_FOUND if the caller does not watch it */
  async unwatch(principal: Principal, documentId: string): Promise<void> {
    if (!(await this.watches.delete(principal.userId, documentId))) throw AppError.notFound('watch');
  }
}
