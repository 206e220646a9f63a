import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { TakesMultipart } from '../../../common/http/body-type.decorator.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersEvents, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { StreamDelivery, type Follow } from '../../../common/streams/stream-delivery.interceptor.js';
import type { Principal } from '../../../common/principal/principal.js';
import { ArchiveUploadInterceptor } from './archive-upload.interceptor.js';
import { CreateImportRequest, ListImportItemsQuery } from './dto/import.request.js';
import { IMPORT_EVENTS, ImportItemResponse, ImportResponse } from './dto/import.response.js';
import { ImportStream } from './import-stream.service.js';
import { ImportService } from './import.service.js';

@ApiTags('Documents')
@Controller('imports')
export class ImportController {
  constructor(
    private readonly imports: ImportService,
    private readonly streams: ImportStream,
  ) {}

  /**
   * Imports the files of a ZIP archive.
   *
   * @remarks Each file becomes a document, or a revision of the document with its number, in the background. The file `manifest.csv` or
   * `manifest.json` in the archive and the rules give the fields of the documents. The form fields are defaults. S1000D publication modules
   * become publications.
   */
  @Post()
  @Requires('document.manage')
  @RefusalsRecorded('import.created', 'import')
  @TakesMultipart()
  @Idempotent()
  // Listed below @Idempotent() to run before it: the file's hash is part of the request's fingerprint.
  @UseInterceptors(ArchiveUploadInterceptor)
  @Fails('CONFLICT', 'too_many_imports', 'idempotency_key_in_use')
  @Fails('UNPROCESSABLE', 'idempotency_key_reused', 'malware')
  @Fails('SERVICE_UNAVAILABLE', 'database', 'storage', 'overload')
  @Answers(HttpStatus.ACCEPTED, ImportResponse)
  async createImport(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateImportRequest,
  ): Promise<ImportResponse> {
    return ImportResponse.from(await this.imports.create(principal, body));
  }

  /** Lists imports, newest first: administrators see all of the organization, others their own. */
  @Get()
  @Requires('document.manage')
  @AnswersPage(ImportResponse)
  async listImports(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<ImportResponse>> {
    return (await this.imports.list(principal, query)).map((made) => ImportResponse.from(made));
  }

  /** Returns an import with its progress. */
  @Get(':id')
  @Requires('document.manage')
  @Answers(HttpStatus.OK, ImportResponse)
  async getImport(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('import')) id: string,
  ): Promise<ImportResponse> {
    return ImportResponse.from(await this.imports.get(principal, id));
  }

  /**
   * Streams the progress of an import as server-sent events: `progress` at the start and with each change, at most once a second, and
   * `finished` at the end.
   *
   * @remarks Each event has the import as `GET /imports/{id}` returns it. The stream ends with the session, and after five minutes:
   * connect again.
   */
  @Get(':id/events')
  @Requires('document.manage')
  @RawResponse()
  @UseInterceptors(StreamDelivery)
  @AnswersEvents(HttpStatus.OK, IMPORT_EVENTS)
  async followImport(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('import')) id: string,
  ): Promise<Follow> {
    await this.imports.get(principal, id);
    return (signal) => this.streams.follow(principal, id, signal);
  }

  /** Lists the files of an import, and what became of them. */
  @Get(':id/items')
  @Requires('document.manage')
  @AnswersPage(ImportItemResponse)
  async listImportItems(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('import')) id: string,
    @Query() query: ListImportItemsQuery,
  ): Promise<Page<ImportItemResponse>> {
    return (await this.imports.listItems(principal, id, query)).map((item) => ImportItemResponse.from(item));
  }

  /** Cancels an import. Documents that are filed stay. */
  @Post(':id/cancel')
  @HttpCode(HttpStatus.OK)
  @Requires('document.manage')
  @RefusalsRecorded('import.canceled', 'import')
  @Fails('CONFLICT', 'already_finished')
  @Answers(HttpStatus.OK, ImportResponse)
  async cancelImport(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('import')) id: string,
  ): Promise<ImportResponse> {
    return ImportResponse.from(await this.imports.cancel(principal, id));
  }
}
