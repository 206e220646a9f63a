import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { IfMatch } from '../../common/http/if-match.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { TakesMultipart } from '../../common/http/body-type.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers, AnswersList, AnswersNothing, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import { DocumentService } from './document.service.js';
import { CreateDocumentRequest, ListDocumentsQuery } from './dto/document.request.js';
import { DocumentResponse, DocumentTypeResponse, ValueCountResponse } from './dto/document.response.js';
import { UpdateDocumentRequest } from './dto/update-document.request.js';
import { DocumentReplayInterceptor } from './document-replay.interceptor.js';
import { FilledFromModule } from './uploads/module-fields.interceptor.js';
import { FailsForFile } from './uploads/upload-errors.js';
import { UploadInterceptor } from './uploads/upload.interceptor.js';

const DocumentFiller = FilledFromModule(
  ...(['title', 'document_type', 'aircraft_type', 'document_number'] as const),
  ...(['ata_chapter', 'version', 'revision_date', 'effectivity'] as const),
);

@ApiTags('Documents')
@Controller()
export class DocumentController {
  constructor(private readonly documents: DocumentService) {}

  /** Lists the documents that the caller can see, newest first. */
  @Get('documents')
  @Requires('document.view')
  @AnswersPage(DocumentResponse)
  async listDocuments(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListDocumentsQuery,
  ): Promise<Page<DocumentResponse>> {
    return (await this.documents.list(principal, query)).map((document) => DocumentResponse.from(document));
  }

  /** Uploads a file as a new document with its first revision. It is read in the background. */
  @Post('documents')
  @Requires('document.manage')
  @RefusalsRecorded('document.created', 'document')
  @TakesMultipart()
  @UseInterceptors(DocumentFiller)
  @Idempotent()
  // Listed below @Idempotent() to run before it: the file's hash is part of the request's fingerprint.
  @UseInterceptors(DocumentReplayInterceptor, UploadInterceptor)
  @FailsForFile('document_type_not_in_use')
  @Fails('CONFLICT', 'duplicate_content', 'version_exists', 'idempotency_key_in_use')
  // For a replay, if the document was deleted or moved to another team in the meantime.
  @Fails('NOT_FOUND')
  @Answers(HttpStatus.ACCEPTED, DocumentResponse)
  async createDocument(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateDocumentRequest,
  ): Promise<DocumentResponse> {
    return DocumentResponse.from(await this.documents.create(principal, body));
  }

  /** Returns a document. */
  @Get('documents/:id')
  @Requires('document.view')
  @Answers(HttpStatus.OK, DocumentResponse)
  async getDocument(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
  ): Promise<DocumentResponse> {
    return DocumentResponse.from(await this.documents.get(principal, id));
  }

  /** Updates a document, and the effectivity of its current revision. */
  @Patch('documents/:id')
  @Requires('document.manage')
  @RefusalsRecorded('document.updated', 'document')
  @Fails('UNPROCESSABLE', 'document_type_not_in_use')
  @Answers(HttpStatus.OK, DocumentResponse)
  async updateDocument(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Body() body: UpdateDocumentRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<DocumentResponse> {
    return DocumentResponse.from(await this.documents.update(principal, id, body, ifMatch));
  }

  /** Deletes a document with all its revisions. It is invisible at once. */
  @Delete('documents/:id')
  @Requires('document.manage')
  @RefusalsRecorded('document.deleted', 'document')
  @AnswersNothing()
  deleteDocument(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
  ): Promise<void> {
    return this.documents.remove(principal, id);
  }

  /** Lists the document types of the documents that the caller can see, with counts. */
  @Get('document-types')
  @Requires('document.view')
  @AnswersList(DocumentTypeResponse)
  listDocumentTypes(@CurrentPrincipal() principal: Principal): Promise<DocumentTypeResponse[]> {
    return this.documents.listDocumentTypes(principal);
  }

  /** Lists the aircraft types of the documents that the caller can see, with counts. */
  @Get('aircraft-types')
  @Requires('document.view')
  @AnswersList(ValueCountResponse)
  listAircraftTypes(@CurrentPrincipal() principal: Principal): Promise<ValueCountResponse[]> {
    return this.documents.listAircraftTypes(principal);
  }
}
