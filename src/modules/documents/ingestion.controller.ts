import { Controller, Get, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import { RevisionQuery } from './dto/document.request.js';
import { IngestionResponse } from './dto/page.response.js';
import { RevisionService } from './revision.service.js';

@ApiTags('Documents')
@Controller('documents/:id')
export class IngestionController {
  constructor(private readonly revisions: RevisionService) {}

  /** Returns the progress of reading a revision, by default the current one. */
  @Get('ingestion')
  @Requires('document.manage')
  @Answers(HttpStatus.OK, IngestionResponse)
  async getIngestion(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: RevisionQuery,
  ): Promise<IngestionResponse> {
    return IngestionResponse.from(await this.revisions.getManaged(principal, id, query.revision_id));
  }

  /** Stops reading a revision, by default the current one. Its state becomes `failed` with the code `cancelled`. */
  @Post('ingestion/cancel')
  @Requires('document.manage')
  @RefusalsRecorded('document.ingestion_cancelled', 'document')
  @Fails('CONFLICT', 'not_in_progress')
  @Answers(HttpStatus.OK, IngestionResponse)
  async cancelIngestion(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: RevisionQuery,
  ): Promise<IngestionResponse> {
    return IngestionResponse.from(await this.revisions.cancelIngestion(principal, id, query.revision_id));
  }

  /** Reads the file of a draft or failed revision again. Published revisions cannot be reprocessed. */
  @Post('reprocess')
  @Requires('document.manage')
  @RefusalsRecorded('document.reprocessed', 'document')
  @Fails('CONFLICT', 'in_progress', 'published')
  @Answers(HttpStatus.ACCEPTED, IngestionResponse)
  async reprocessRevision(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: RevisionQuery,
  ): Promise<IngestionResponse> {
    return IngestionResponse.from(await this.revisions.reprocess(principal, id, query.revision_id));
  }
}
