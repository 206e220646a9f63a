import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { DocumentRepository } from '../document.repository.js';
import type { PageReference } from '../revision.repository.js';
import { OpenDiscrepancyRepository, type PageMarks } from './open-discrepancy.repository.js';

export type { OpenDiscrepancy, PageMarks } from './open-discrepancy.repository.js';

/** Open reports and temporary revisions on pages that were read before, such as those of stored answers. */
@Injectable()
export class OpenDiscrepancies {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly discrepancies: OpenDiscrepancyRepository,
  ) {}

  /** Nothing is found of documents that the caller cannot see. */
  async findOn(principal: Principal, pages: readonly PageReference[]): Promise<(page: PageReference) => PageMarks> {
    const keyOf = ({ revision_id: id, page_number: number }: PageReference): string => `${id} ${number}`;
    const found = pages.length === 0 ? [] : await this.discrepancies.findOn(this.documents.visibleTo(principal), pages);
    const byPage = new Map(found.map((page) => [keyOf(page), page]));
    return (page) => byPage.get(keyOf(page)) ?? { discrepancies: [], temporary_revisions: [] };
  }
}
