import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { DocumentService } from '../../documents/document.service.js';
import { DocumentReachService } from '../../documents/shares/document-reach.service.js';
import { accessOf, type ReaderAccess } from './document-access.policy.js';
import { DocumentAccessRepository } from './document-access.repository.js';

@Injectable()
export class DocumentAccessService {
  constructor(
    private readonly documents: DocumentService,
    private readonly reach: DocumentReachService,
    private readonly readers: DocumentAccessRepository,
    private readonly paginator: KeysetPaginator,
  ) {}

  /** Newest first. @throws AppError NOT_FOUND, FORBIDDEN (shared_only) if the document is not open to the caller */
  async list(principal: Principal, documentId: string, query: PageQuery): Promise<Page<ReaderAccess>> {
    const document = await this.documents.get(principal, documentId);
    if ((await this.reach.reachOf(principal, document)) !== 'open') {
      throw new AppError('FORBIDDEN', 'Only users to whom the document is open can list its readers', {
        reason: 'shared_only',
      });
    }
    const page = await this.paginator.page(`readers of ${documentId}`, query, (afterId, rowCount) =>
      this.readers.listReaders(document, afterId, rowCount),
    );
    return page.map((reader) => accessOf(document, reader));
  }
}
