import { Controller, Get, HttpStatus, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import { PageNumber } from '../../common/http/page-number.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers } from '../../common/openapi/api-response.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { ApplicabilityService } from './applicability.service.js';
import { ApplicabilityQuery, PageApplicabilityQuery } from './dto/applicability.request.js';
import { ApplicabilityResponse } from './dto/applicability.response.js';

@ApiTags('Fleet')
@Controller('documents/:id')
@Requires('document.view')
export class ApplicabilityController {
  constructor(private readonly applicability: ApplicabilityService) {}

  /** Tells whether the current revision of a document applies to an aircraft, and by which statement. */
  @Get('applicability')
  @Answers(HttpStatus.OK, ApplicabilityResponse)
  async getDocumentApplicability(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() { aircraft_id }: ApplicabilityQuery,
  ): Promise<ApplicabilityResponse> {
    return ApplicabilityResponse.from(await this.applicability.ofRevision(principal, aircraft_id, id));
  }

  /** Tells whether a revision applies to an aircraft, and by which statement. */
  @Get('revisions/:revision_id/applicability')
  @Answers(HttpStatus.OK, ApplicabilityResponse)
  async getRevisionApplicability(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Param('revision_id', new IdPipe('revision')) revisionId: string,
    @Query() { aircraft_id }: ApplicabilityQuery,
  ): Promise<ApplicabilityResponse> {
    return ApplicabilityResponse.from(await this.applicability.ofRevision(principal, aircraft_id, id, revisionId));
  }

  /** Tells whether a page, or a passage of it, applies to an aircraft, with every statement in force there. `applicable` means that a part of the page applies and none is unknown. */
  @Get('pages/:number/applicability')
  @ApiParam({ name: 'number', schema: { type: 'integer', minimum: 1 } })
  @Answers(HttpStatus.OK, ApplicabilityResponse)
  async getPageApplicability(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @PageNumber() number: number,
    @Query() { aircraft_id, revision_id, start }: PageApplicabilityQuery,
  ): Promise<ApplicabilityResponse> {
    return ApplicabilityResponse.from(
      await this.applicability.ofPage(principal, aircraft_id, {
        documentId: id,
        pageNumber: number,
        revisionId: revision_id,
        start,
      }),
    );
  }
}
