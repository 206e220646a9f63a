import { Injectable } from '@nestjs/common';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import type { Permission } from '../../../common/principal/permissions.js';
import type { Principal } from '../../../common/principal/principal.js';
import { DocumentService } from '../../documents/document.service.js';
import { PageResponse } from '../../documents/dto/page.response.js';
import { PageService } from '../../documents/page.service.js';
import { GetPageArguments } from '../dto/tool.request.js';
import {
  argumentsOf,
  DISCREPANCIES,
  DOCUMENT,
  NOTICES,
  object,
  PAGE,
  REMARKS,
  REQUEST_ID,
  REVISION,
  SUPERSEDED,
  TEMPORARY_REVISIONS,
  text,
  whole,
} from './schemas.js';
import {
  dateOf,
  describeDiscrepancies,
  describeTemporaryRevisions,
  discrepancyOf,
  nameOf,
  prohibitionOf,
  temporaryMarkOf,
} from './sources.js';
import type { RevisionStatus } from '../../documents/dto/document-types.js';
import type { Tool, ToolDescription, ToolOutput } from './tool.js';

@Injectable()
export class GetPageTool implements Tool<GetPageArguments> {
  readonly permissions: readonly Permission[] = ['document.view'];
  readonly isExpensive = false;
  readonly input = GetPageArguments;
  readonly description: ToolDescription = {
    name: 'get_page',
    title: 'Read a page',
    description:
      'Returns the text of a page of a document, with its warnings and cautions. Without revision_id, of the current revision.',
    inputSchema: argumentsOf(
      {
        document_id: text('Id of the document'),
        page_number: whole('Physical page, counted from 1', { minimum: 1 }),
        revision_id: text('Id of a revision; the current one if left out'),
      },
      'document_id',
      'page_number',
    ),
    outputSchema: object({
      document: DOCUMENT,
      revision: REVISION,
      page: PAGE,
      status: text('Status of the revision. Work only by one that is active'),
      superseded: SUPERSEDED,
      quote: text('The whole text of the page'),
      warnings: NOTICES,
      discrepancies: DISCREPANCIES,
      temporary_revisions: TEMPORARY_REVISIONS,
      remarks: REMARKS,
      request_id: REQUEST_ID,
    }),
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  };

  constructor(
    private readonly documents: DocumentService,
    private readonly pages: PageService,
  ) {}

  async run(principal: Principal, input: GetPageArguments): Promise<ToolOutput> {
    const id = new IdPipe('document').transform(input.document_id);
    const { revision, page } = await this.pages.getPage(principal, id, input.page_number, input.revision_id);
    const { title, document_type: type, document_number: number } = await this.documents.get(principal, id);
    const { text: quote, warnings, label, status, temporary_revisions: marks } = PageResponse.of(revision, page);
    const about = {
      document: { id, title, type, number },
      revision: { id: revision.id, version: revision.version, date: revision.revision_date },
      page: { number: page.page_number, label },
    };
    const discrepancies = page.discrepancies.map(discrepancyOf);
    const temporary_revisions = marks.map(temporaryMarkOf);
    const printed = label === null ? '' : ` (printed ${label})`;
    const heading = `${nameOf(about.document)}, revision ${revision.version}${dateOf(about.revision)}, page ${page.page_number}${printed}`;
    return {
      structured: {
        ...{ ...about, status, superseded: status === 'superseded' },
        ...{ quote, warnings, discrepancies, temporary_revisions },
      },
      summary: prohibitionOf(temporary_revisions) ?? summaryOf(status),
      data: [
        heading,
        `document_id ${id}, revision_id ${revision.id}`,
        ...describeTemporaryRevisions(temporary_revisions),
        ...describeDiscrepancies(discrepancies),
        quote,
      ].join('\n'),
    };
  }
}

function summaryOf(status: RevisionStatus): string {
  return status === 'active' ? 'The revision is active.' : `The revision is ${status}: do not work by it.`;
}
