import { Injectable } from '@nestjs/common';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import type { Permission } from '../../../common/principal/permissions.js';
import type { Principal } from '../../../common/principal/principal.js';
import { DocumentService } from '../../documents/document.service.js';
import { RevisionService } from '../../documents/revision.service.js';
import { ListRevisionsArguments } from '../dto/tool.request.js';
import {
  argumentsOf,
  DOCUMENT,
  listOf,
  nullable,
  object,
  REMARKS,
  REQUEST_ID,
  SUPERSEDED,
  text,
  whole,
} from './schemas.js';
import { dateOf, nameOf } from './sources.js';
import type { Tool, ToolDescription, ToolOutput } from './tool.js';

const LISTED = object({
  id: text('Use it as revision_id'),
  version: text("The publisher's version"),
  date: nullable(text('Revision date')),
  status: text('Status. Work only by one that is active'),
  superseded: SUPERSEDED,
  superseded_by: nullable(text('Id of the revision that replaced it')),
  effectivity: nullable(text("The aircraft to which it applies, in the publisher's words")),
  page_count: nullable(whole('Pages')),
});

@Injectable()
export class ListRevisionsTool implements Tool<ListRevisionsArguments> {
  readonly permissions: readonly Permission[] = ['document.view'];
  readonly isExpensive = false;
  readonly input = ListRevisionsArguments;
  readonly description: ToolDescription = {
    name: 'list_revisions',
    title: 'List revisions',
    description: 'Lists the revisions of a document, newest first, with their status.',
    inputSchema: argumentsOf(
      {
        document_id: text('Id of the document'),
        limit: whole('Maximum revisions', { minimum: 1, maximum: 100, default: 20 }),
        cursor: text('next_cursor of the result before'),
      },
      'document_id',
    ),
    outputSchema: object({
      document: DOCUMENT,
      revisions: listOf(LISTED, 'Newest first'),
      next_cursor: nullable(text('Use it as cursor for the next revisions')),
      remarks: REMARKS,
      request_id: REQUEST_ID,
    }),
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  };

  constructor(
    private readonly documents: DocumentService,
    private readonly revisions: RevisionService,
  ) {}

  async run(principal: Principal, { document_id, ...query }: ListRevisionsArguments): Promise<ToolOutput> {
    const id = new IdPipe('document').transform(document_id);
    const { title, document_type: type, document_number: number } = await this.documents.get(principal, id);
    const document = { id, title, type, number };
    const { items, pagination } = await this.revisions.list(principal, id, query);
    const revisions = items.map((revision) => ({
      id: revision.id,
      version: revision.version,
      date: revision.revision_date,
      status: revision.status,
      superseded: revision.status === 'superseded',
      superseded_by: revision.superseded_by_id,
      effectivity: revision.effectivity,
      page_count: revision.page_count,
    }));
    const lines = revisions.map(
      (one) =>
        `${one.version}${dateOf(one)}: ${one.status}, revision_id ${one.id}, effectivity ${one.effectivity ?? 'not stated'}`,
    );
    return {
      structured: { document, revisions, next_cursor: pagination.next_cursor },
      summary: `${pagination.total_count} revisions, newest first.`,
      data: [`${nameOf(document)}, document_id ${id}`, ...lines].join('\n'),
    };
  }
}
