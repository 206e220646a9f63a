import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import type { ByteRange } from '../../common/files/byte-range.js';
import type { Rectangle } from '@amks/reader/layout/rows/page-boxes.js';
import { warnClient } from '../../common/context/request-context.js';
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
import {
  RevisionRepository,
  type PagePlace,
  type PageReference,
  type PageRow,
  type PageSummaryRow,
} from './revision.repository.js';
import type { Readable } from 'node:stream';

export type { PagePlace, PageRow } from './revision.repository.js';

@Injectable()
export class PageService {
  constructor(
    private readonly documents: DocumentService,
    private readonly revisions: RevisionRepository,
    private readonly storage: BlobStorage,
    private readonly paginator: KeysetPaginator,
  ) {}

  /** The given revision, or the current one. @throws AppError NOT_FOUND */
  async getRevision(principal: Principal, documentId: string, revisionId?: string): Promise<Revision> {
    return (await this.find(principal, documentId, revisionId)).revision;
  }

  /** A revision by the publisher's version, or null. @throws AppError NOT_FOUND for the document */
  async findVersion(principal: Principal, documentId: string, version: string): Promise<Revision | null> {
    await this.documents.get(principal, documentId);
    return this.revisions.findVersion(documentId, version);
  }

  /** @throws AppError NOT_FOUND */
  async listPages(principal: Principal, documentId: string, query: ListPagesQuery): Promise<Page<PageSummaryRow>> {
    const revision = await this.getRevision(principal, documentId, query.revision_id);
    warnOfStatus(revision);
    const page = await this.paginator.page(`pages of ${revision.id}`, query, async (after, rowCount) => {
      const { rows, ...count } = await this.revisions.listPages(
        this.documents.visibleTo(principal),
        revision,
        Number(after ?? 0),
        rowCount,
      );
      // The cursor holds the page number.
      const keyed = rows.map((row) => ({ id: String(row.page_number), row }));
      return { rows: keyed, ...count };
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
    const { revision, page } = await this.find(principal, documentId, revisionId, pageNumber);
    if (!page) throw AppError.notFound('page');
    return { revision, page };
  }

  /** A page that the caller can see, or null. */
  async findPage(
    principal: Principal,
    documentId: string,
    pageNumber: number,
    revisionId?: string,
  ): Promise<PageRow | null> {
    const found = await this.findVisible(principal, documentId, revisionId, pageNumber);
    return found?.revision ? found.page : null;
  }

  /** The text of a page, without access checks; null if the document has no such revision, or the revision no such page. */
  findText(documentId: string, revisionId: string | null, pageNumber: number): Promise<string | null> {
    return this.revisions.findPageText(documentId, revisionId, pageNumber);
  }

  /** Finds label and document number of the given pages. Nothing is found of documents that the caller cannot see. */
  async findPlaces(
    principal: Principal,
    pages: readonly PageReference[],
  ): Promise<(page: PageReference) => PagePlace | undefined> {
    const keyOf = ({ revision_id: id, page_number: number }: PageReference): string => `${id} ${number}`;
    const found = pages.length === 0 ? [] : await this.revisions.findPlaces(this.documents.visibleTo(principal), pages);
    const places = new Map(found.map((place) => [keyOf(place), place]));
    return (page) => places.get(keyOf(page));
  }

  /** @throws AppError NOT_FOUND for the page or quote; INVALID_REQUEST for offsets outside of its text */
  async getHighlights(
    principal: Principal,
    documentId: string,
    pageNumber: number,
    query: HighlightsQuery,
  ): Promise<{ page: PageRow; rectangles: Rectangle[] }> {
    const { revision, page } = await this.getPage(principal, documentId, pageNumber, query.revision_id);
    const rectangles = highlightsOn(page, query);
    warnOfStatus(revision);
    const remedy = revision.status === 'draft' ? 'Reprocess the draft' : 'Upload the file as a new revision';
    if (!page.boxes) warnClient(`The positions of the text on this page are not recorded. ${remedy} to record them.`);
    return { page, rectangles };
  }

  /** @throws AppError NOT_FOUND if the file is missing in the storage */
  async openContent(revision: Revision, range?: ByteRange): Promise<Readable> {
    try {
      return await this.storage.open(revision.content_sha256, range);
    } catch (error) {
      throw error instanceof BlobNotFoundError ? AppError.notFound('content') : error;
    }
  }

  private async find(
    principal: Principal,
    documentId: string,
    revisionId?: string,
    pageNumber?: number,
  ): Promise<{ revision: Revision; page: PageRow | null }> {
    const found = await this.findVisible(principal, documentId, revisionId, pageNumber);
    if (!found) throw AppError.notFound('document');
    const { revision, page } = found;
    if (!revision) throw AppError.notFound('revision');
    return { revision, page };
  }

  private async findVisible(
    principal: Principal,
    documentId: string,
    revisionId?: string,
    pageNumber?: number,
  ): Promise<{ revision: Revision | null; page: PageRow | null } | null> {
    const visible = this.documents.visibleTo(principal);
    const found = await this.revisions.findIn(visible, documentId, revisionId ?? null, pageNumber);
    if (!found) return null;
    const { document, revision, page } = found;
    // A draft is not released: only those who manage the document see it.
    const isHidden = revision?.status === 'draft' && !canManage(principal, document);
    return isHidden ? { revision: null, page: null } : { revision, page };
  }
}
