import { Controller, Get, HttpStatus, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import { Answers, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import type { Page } from '../../common/pagination/page.js';
import { AuditTrail } from './audit.service.js';
import { ListAuditEventsQuery } from './dto/audit-event.request.js';
import { AuditEventResponse } from './dto/audit-event.response.js';
import { AuditProofResponse } from './dto/audit-proof.response.js';
import { InclusionProofs } from './tree/inclusion-proof.service.js';

@ApiTags('Audit')
@Controller('audit-events')
export class AuditController {
  constructor(
    private readonly trail: AuditTrail,
    private readonly proofs: InclusionProofs,
  ) {}

  /** Lists security-relevant actions in the caller's organization, newest first. Events of the last second are not sealed yet. */
  @Get()
  @Requires('audit.view')
  @AnswersPage(AuditEventResponse)
  async listAuditEvents(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListAuditEventsQuery,
  ): Promise<Page<AuditEventResponse>> {
    return (await this.trail.list(principal, query)).map((event) => AuditEventResponse.from(event));
  }

  /** Returns an event. */
  @Get(':id')
  @Requires('audit.view')
  @Answers(HttpStatus.OK, AuditEventResponse)
  async getAuditEvent(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('audit_event')) id: string,
  ): Promise<AuditEventResponse> {
    return AuditEventResponse.from(await this.trail.get(principal, id));
  }

  /**
   * Proves that an event is in the organization's Merkle tree (RFC 9162), whose root is sealed every second. 409 `not_sealed` until then.
   */
  @Get(':id/proof')
  @Requires('audit.view')
  @Answers(HttpStatus.OK, AuditProofResponse)
  @Fails('CONFLICT', 'not_sealed')
  async getAuditEventProof(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('audit_event')) id: string,
  ): Promise<AuditProofResponse> {
    return AuditProofResponse.from(await this.proofs.get(principal, id));
  }
}
