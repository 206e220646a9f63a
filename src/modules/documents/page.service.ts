import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import type { ByteRange } from '../../common/http/byte-range.js';
import type { Rectangle } from '../../common/files/page-boxes.js';
import { warnClient } from '../../common/http/request-context.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import { BlobNotFoundError } from '../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../integrations/storage/blob-storage.js';
import { canManage } from './document.policy.js';
import { DocumentService } from './document.service.js';
import type { ListPagesQuery } from './dto/document.request.js';
import type { HighlightsQuery } from './dto/highlights.request.js';
import { warnOfStatus } from './dto/revision-status.js';
import { highlightsOn } from './highlights.js';
import type { Revision } from './revision.entity.js';
import { RevisionRepository, type PageRow, type PageSummaryRow } from './revision.repository.js';
import type { Readable } from 'node:stream';

/** What a document says: its pages and its file, of the current revision or of a named one. */
@Injectable()
export class PageService {
  constructor(
    private readonly documents: DocumentService,
    private readonly revisions: RevisionRepository,
    private readonly storage: BlobStorage,
    private readonly paginator: KeysetPaginator,
  ) {}

  /** The revision asked for, or the current one. @throws AppError NOT_FOUND */
  async getRevision(principal: Principal, documentId: string, revisionId?: string): Promise<Revision> {
    const document = await this.documents.get(principal, documentId);
    const revision = await this.revisions.find(documentId, revisionId ?? document.revision.id);
    // A draft is not law yet: only those who prepare it see it.
    if (!revision || (revision.status === 'draft' && !canManage(principal, document)))
      throw AppError.notFound('revision');
    return revision;
  }

  /** A revision by its publisher's version; null when the document has none such. @throws AppError NOT_FOUND */
  async findVersion(principal: Principal, documentId: string, version: string): Promise<Revision | null> {
    await this.documents.get(principal, documentId);
    return this.revisions.findVersion(documentId, version);
  }

  /** Pages in their order. @throws AppError NOT_FOUND */
  async listPages(principal: Principal, documentId: string, query: ListPagesQuery): Promise<Page<PageSummaryRow>> {
    const revision = await this.getRevision(principal, documentId, query.revision_id);
    warnOfStatus(revision);
    const page = await this.paginator.page(`pages of ${revision.id}`, query, async (after, rowCount) => {
      const rows = await this.revisions.listPages(revision.id, Number(after ?? 0), rowCount);
      // Pages are listed by number, so that is what the cursor holds.
      const keyed = rows.map((row) => ({ id: String(row.page_number), row }));
      return { rows: keyed, totalCount: await this.revisions.countPages(revision.id) };
    });
    return page.map(({ row }) => row);
  }

  /** @throws AppError NOT_FOUND */
  async getPage(
    principal: Principal,
    documentId: string,
    pageNumber: number,
    revisionId?: string,
  ): Promise<{ revision: Revision; page: PageRow }> {
    const revision = await this.getRevision(principal, documentId, revisionId);
    return { revision, page: await this.getPageOf(revision, pageNumber) };
  }

  /** A page of a revision that the caller is known to see. @throws AppError NOT_FOUND */
  async getPageOf({ id }: Revision, pageNumber: number): Promise<PageRow> {
    const page = await this.revisions.findPage(id, pageNumber);
    if (!page) throw AppError.notFound('page');
    return page;
  }

  /**
   * Where a citation or a quote stands on its page.
   *
   * @throws AppError NOT_FOUND for the page, or for a quote that is not on it; INVALID_REQUEST for offsets outside of its text
   */
  async getHighlights(
    principal: Principal,
    documentId: string,
    pageNumber: number,
    query: HighlightsQuery,
  ): Promise<{ page: PageRow; rectangles: Rectangle[] }> {
    const { revision, page } = await this.getPage(principal, documentId, pageNumber, query.revision_id);
    const rectangles = highlightsOn(page, query);
    warnOfStatus(revision);
    // A published revision is never read anew, so that is not the advice there.
    const remedy = revision.status === 'draft' ? 'Reprocess the draft' : 'Upload the file as a new revision';
    if (!page.boxes) warnClient(`Where the text stands on this page was not recorded. ${remedy} to have it recorded.`);
    return { page, rectangles };
  }

  /** The file, or a part of it. @throws AppError NOT_FOUND when the store lost it */
  async openContent(revision: Revision, range?: ByteRange): Promise<Readable> {
    try {
      return await this.storage.open(revision.content_sha256, range);
    } catch (error) {
      throw error instanceof BlobNotFoundError ? AppError.notFound('content') : error;
    }
  }
}
