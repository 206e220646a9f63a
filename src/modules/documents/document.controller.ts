import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/auth/principal.js';
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
import { ReplayVisibilityInterceptor } from './replay-visibility.interceptor.js';
import { FailsForFile, UploadInterceptor } from './upload.interceptor.js';

@ApiTags('Documents')
@Controller()
export class DocumentController {
  constructor(private readonly documents: DocumentService) {}

  /** Documents the caller may see, newest first. */
  @Get('documents')
  @Requires('document.view')
  @AnswersPage(DocumentResponse)
  async listDocuments(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListDocumentsQuery,
  ): Promise<Page<DocumentResponse>> {
    return (await this.documents.list(principal, query)).map((document) => DocumentResponse.from(document));
  }

  /** Files a document with its first revision; it is read in the background. */
  @Post('documents')
  @Requires('document.manage')
  @RefusalsRecorded('document.created', 'document')
  @TakesMultipart()
  @Idempotent()
  // Below @Idempotent(), so that it runs before it: what makes two uploads the same includes the file's hash.
  @UseInterceptors(ReplayVisibilityInterceptor, UploadInterceptor)
  @FailsForFile('document_type_not_in_use')
  // Of a repetition, when the document has been deleted since, or moved to another team.
  @Fails('NOT_FOUND')
  @Answers(HttpStatus.ACCEPTED, DocumentResponse)
  async createDocument(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateDocumentRequest,
  ): Promise<DocumentResponse> {
    return DocumentResponse.from(await this.documents.create(principal, body));
  }

  /** One document. */
  @Get('documents/:id')
  @Requires('document.view')
  @Answers(HttpStatus.OK, DocumentResponse)
  async getDocument(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
  ): Promise<DocumentResponse> {
    return DocumentResponse.from(await this.documents.get(principal, id));
  }

  /** Changes what is said of a document, and the effectivity of its current revision. */
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

  /** Deletes a document with all its revisions; from the answer on nothing of it is shown anywhere. */
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

  /** Document types of what the caller may see, with counts. */
  @Get('document-types')
  @Requires('document.view')
  @AnswersList(DocumentTypeResponse)
  listDocumentTypes(@CurrentPrincipal() principal: Principal): Promise<DocumentTypeResponse[]> {
    return this.documents.listDocumentTypes(principal);
  }

  /** Aircraft types in use, with counts. */
  @Get('aircraft-types')
  @Requires('document.view')
  @AnswersList(ValueCountResponse)
  listAircraftTypes(@CurrentPrincipal() principal: Principal): Promise<ValueCountResponse[]> {
    return this.documents.listAircraftTypes(principal);
  }
}
