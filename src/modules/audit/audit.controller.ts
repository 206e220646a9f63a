import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { AnswersPage } from '../../common/openapi/api-response.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import { AuditTrail } from './audit.service.js';
import { ListAuditEventsQuery } from './dto/audit-event.request.js';
import { AuditEventResponse } from './dto/audit-event.response.js';

@ApiTags('Audit')
@Controller('audit-events')
export class AuditController {
  constructor(private readonly trail: AuditTrail) {}

  /** Lists security-relevant actions in the caller's organization, newest first. */
  @Get()
  @Requires('audit.view')
  @AnswersPage(AuditEventResponse)
  async listAuditEvents(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListAuditEventsQuery,
  ): Promise<Page<AuditEventResponse>> {
    return (await this.trail.list(principal, query)).map((event) => AuditEventResponse.from(event));
  }
}
