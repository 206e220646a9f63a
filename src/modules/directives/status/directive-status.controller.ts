import { Body, Controller, Get, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Expensive } from '../../../common/limits/limit.decorators.js';
import { Answers, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { DirectiveStatusService } from './directive-status.service.js';
import { DirectiveRecordRequest, ListAircraftDirectivesQuery } from './dto/directive-status.request.js';
import {
  AircraftDirectiveResponse,
  DirectiveRecordResponse,
  ListedDirectiveRecordResponse,
} from './dto/directive-status.response.js';

@ApiTags('Fleet')
@Controller()
export class DirectiveStatusController {
  constructor(private readonly statuses: DirectiveStatusService) {}

  /**
   * Lists the directives in force with their status on an aircraft: overdue, open, deferred, unknown, embodied, not applicable; of each by
   * due date and hours. With `due_within_…`, what is due within one of the limits, overdue, or is not known. `meta.warnings` says that the
   * list informs only, and when the latest reading is older than 30 days.
   */
  @Get('aircraft/:id/directives')
  @Expensive()
  @Requires('document.view')
  @AnswersPage(AircraftDirectiveResponse)
  async listAircraftDirectives(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Query() query: ListAircraftDirectivesQuery,
  ): Promise<Page<AircraftDirectiveResponse>> {
    return (await this.statuses.list(principal, id, query)).map((one) => AircraftDirectiveResponse.from(one));
  }

  /** Returns the status of a directive on an aircraft, also of a directive that is not in force. */
  @Get('aircraft/:id/directives/:directive_id')
  @Requires('document.view')
  @Answers(HttpStatus.OK, AircraftDirectiveResponse)
  async getAircraftDirective(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Param('directive_id', new IdPipe('directive')) directiveId: string,
  ): Promise<AircraftDirectiveResponse> {
    return AircraftDirectiveResponse.from(await this.statuses.get(principal, id, directiveId));
  }

  /** Lists what was recorded of a directive on an aircraft, newest first. The first one counts. */
  @Get('aircraft/:id/directives/:directive_id/records')
  @Requires('document.view')
  @AnswersPage(ListedDirectiveRecordResponse)
  async listDirectiveRecords(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Param('directive_id', new IdPipe('directive')) directiveId: string,
    @Query() query: PageQuery,
  ): Promise<Page<ListedDirectiveRecordResponse>> {
    const page = await this.statuses.listRecords(principal, id, directiveId, query);
    return page.map((row) => ListedDirectiveRecordResponse.from(row));
  }

  /** Records that a directive was embodied, deferred or found not applicable on an aircraft. Records are never changed; a correction is a new one. */
  @Post('aircraft/:id/directives/:directive_id/records')
  @Requires('directive.manage')
  @RefusalsRecorded('directive.status_recorded', 'aircraft')
  @Idempotent()
  @Fails('CONFLICT', 'too_many_records', 'idempotency_key_in_use')
  @Answers(HttpStatus.CREATED, DirectiveRecordResponse)
  async recordDirectiveStatus(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Param('directive_id', new IdPipe('directive')) directiveId: string,
    @Body() body: DirectiveRecordRequest,
  ): Promise<DirectiveRecordResponse> {
    return DirectiveRecordResponse.from(await this.statuses.record(principal, id, directiveId, body));
  }

  /** Lists the aircraft that are not retired, newest first, with the status of a directive on each. */
  @Get('directives/:id/aircraft')
  @Requires('document.view')
  @AnswersPage(AircraftDirectiveResponse)
  async listDirectiveAircraft(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('directive')) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<AircraftDirectiveResponse>> {
    return (await this.statuses.listAircraft(principal, id, query)).map((one) => AircraftDirectiveResponse.from(one));
  }
}
