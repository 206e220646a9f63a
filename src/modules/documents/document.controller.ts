import { Body, Controller, Get, HttpStatus, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/auth/principal.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers, AnswersList, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import { DocumentService } from './document.service.js';
import { CreateDocumentRequest, ListDocumentsQuery } from './dto/document.request.js';
import { DocumentResponse, ValueCountResponse } from './dto/document.response.js';
import { IngestionResponse } from './dto/page.response.js';
import { PageService } from './page.service.js';
import { UploadInterceptor } from './upload.interceptor.js';

@ApiTags('Documents')
@Controller()
export class DocumentController {
  constructor(
    private readonly documents: DocumentService,
    private readonly pages: PageService,
  ) {}

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
  @ApiConsumes('multipart/form-data')
  @Idempotent()
  // Below @Idempotent(), so that it runs before it: what makes two uploads the same includes the file's hash.
  @UseInterceptors(UploadInterceptor)
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

  /** How far the reading of the current revision has come. */
  @Get('documents/:id/ingestion')
  @Requires('document.manage')
  @Answers(HttpStatus.OK, IngestionResponse)
  async getIngestion(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
  ): Promise<IngestionResponse> {
    await this.documents.getManaged(principal, id);
    return IngestionResponse.from(await this.pages.getRevision(principal, id));
  }

  /** Document types in use, with counts. */
  @Get('document-types')
  @Requires('document.view')
  @AnswersList(ValueCountResponse)
  listDocumentTypes(@CurrentPrincipal() principal: Principal): Promise<ValueCountResponse[]> {
    return this.documents.countBy(principal, 'document_type');
  }

  /** Aircraft types in use, with counts. */
  @Get('aircraft-types')
  @Requires('document.view')
  @AnswersList(ValueCountResponse)
  listAircraftTypes(@CurrentPrincipal() principal: Principal): Promise<ValueCountResponse[]> {
    return this.documents.countBy(principal, 'aircraft_type');
  }
}
