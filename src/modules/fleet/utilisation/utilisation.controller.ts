import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Expensive } from '../../../common/limits/limit.decorators.js';
import { Answers, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { ImportUtilisationRequest, ReadingRequest } from './dto/utilisation.request.js';
import {
  ListedReadingResponse,
  UtilisationImportResponse,
  UtilisationReadingResponse,
} from './dto/utilisation.response.js';
import { UtilisationService } from './utilisation.service.js';

@ApiTags('Fleet')
@Controller('aircraft')
export class UtilisationController {
  constructor(private readonly utilisation: UtilisationService) {}

  /** Lists the hours and cycles of an aircraft, latest date first. */
  @Get(':id/utilisation')
  @Requires('document.view')
  @AnswersPage(ListedReadingResponse)
  async listUtilisation(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<ListedReadingResponse>> {
    return (await this.utilisation.list(principal, id, query)).map((row) => ListedReadingResponse.from(row));
  }

  /**
   * Records hours and cycles of an aircraft since new. Totals less than those of an earlier date, more than those of a later one, and
   * more than 24 hours a day are refused. A date has one reading; `replace` corrects it.
   */
  @Post(':id/utilisation')
  @Requires('directive.manage')
  @RefusalsRecorded('aircraft.utilisation_recorded', 'aircraft')
  @Idempotent()
  @Fails('CONFLICT', 'already_exists', 'idempotency_key_in_use')
  @Answers(HttpStatus.CREATED, UtilisationReadingResponse)
  async recordUtilisation(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Body() body: ReadingRequest,
  ): Promise<UtilisationReadingResponse> {
    return UtilisationReadingResponse.from(await this.utilisation.record(principal, id, { ...body }));
  }

  /** Deletes a reading that is wrong. */
  @Delete(':id/utilisation/:reading_id')
  @Requires('directive.manage')
  @RefusalsRecorded('aircraft.utilisation_deleted', 'aircraft')
  @AnswersNothing()
  deleteUtilisation(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Param('reading_id', new IdPipe('utilisation_reading')) readingId: string,
  ): Promise<void> {
    return this.utilisation.remove(principal, id, readingId);
  }

  /**
   * Records hours and cycles by a CSV file of at most 1,000,000 characters, as a whole or not at all. Columns: registration, date,
   * flight_hours, flight_cycles. With `dry_run` nothing is changed. 400 lists the first 20 wrong lines.
   */
  @Post('utilisation/import')
  @Expensive()
  @Requires('directive.manage')
  @RefusalsRecorded('aircraft.utilisation_imported', 'aircraft')
  @Answers(HttpStatus.OK, UtilisationImportResponse)
  importUtilisation(
    @CurrentPrincipal() principal: Principal,
    @Body() body: ImportUtilisationRequest,
  ): Promise<UtilisationImportResponse> {
    return this.utilisation.importFile(principal, body);
  }
}
