import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../../common/auth/principal.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { DocumentService } from '../../../documents/document.service.js';
import { WatchRepository } from './watch.repository.js';

/** Documents that one user may watch of those that they see. Two requests at once may pass it by one. */
const MAX_WATCHES = 1_000;

/** Documents whose new revisions the caller wants to hear of. */
@Injectable()
export class WatchService {
  constructor(
    private readonly watches: WatchRepository,
    private readonly documents: DocumentService,
  ) {}

  /** @throws AppError NOT_FOUND for a document that the caller does not see */
  async isWatched(principal: Principal, documentId: string): Promise<boolean> {
    await this.documents.get(principal, documentId);
    return this.watches.exists(principal.userId, documentId);
  }

  /** Watched already, it stays so. @throws AppError NOT_FOUND, CONFLICT (too_many_watches) */
  async watch(principal: Principal, documentId: string): Promise<void> {
    if (await this.isWatched(principal, documentId)) return;
    if ((await this.watches.count(principal.userId, this.documents.visibleTo(principal))) >= MAX_WATCHES) {
      throw AppError.conflict('too_many_watches', 'You watch as many documents as one user can', {
        limit: MAX_WATCHES,
      });
    }
    await this.watches.insert(principal.userId, documentId);
  }

  /** Also of a document that the caller does not see any more. @throws AppError NOT_FOUND for one that they do not watch */
  async unwatch(principal: Principal, documentId: string): Promise<void> {
    if (!(await this.watches.delete(principal.userId, documentId))) throw AppError.notFound('watch');
  }
}
