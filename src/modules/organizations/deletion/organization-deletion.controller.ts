import { Body, Controller, Delete, Get, HttpStatus, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { Answers, AnswersNothing } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { ScheduleDeletionRequest } from './dto/organization-deletion.request.js';
import { OrganizationDeletionResponse } from './dto/organization-deletion.response.js';
import { OrganizationDeletionService } from './organization-deletion.service.js';

@ApiTags('System')
@Controller('organization/deletion')
@InSandbox('refused')
export class OrganizationDeletionController {
  constructor(private readonly deletions: OrganizationDeletionService) {}

  /**
   * Schedules the permanent deletion of the organization and all of its data.
   *
   * @remarks All administrators are notified by mail, and each of them can cancel it.
   */
  @Post()
  @Requires('system.settings', { session: true, freshProof: true })
  @RefusalsRecorded('organization.deletion_scheduled', 'organization')
  @Fails('CONFLICT', 'deletion_scheduled')
  @Answers(HttpStatus.ACCEPTED, OrganizationDeletionResponse)
  async scheduleOrganizationDeletion(
    @CurrentPrincipal() principal: Principal,
    @Body() { confirm_name }: ScheduleDeletionRequest,
  ): Promise<OrganizationDeletionResponse> {
    return OrganizationDeletionResponse.from(await this.deletions.schedule(principal, confirm_name));
  }

  /** Returns the scheduled deletion; 404 without one. */
  @Get()
  @Requires('system.settings', { session: true })
  @Fails('NOT_FOUND')
  @Answers(HttpStatus.OK, OrganizationDeletionResponse)
  async getOrganizationDeletion(@CurrentPrincipal() principal: Principal): Promise<OrganizationDeletionResponse> {
    return OrganizationDeletionResponse.from(await this.deletions.get(principal));
  }

  /** Cancels the deletion. */
  @Delete()
  @Requires('system.settings', { session: true })
  @RefusalsRecorded('organization.deletion_cancelled', 'organization')
  @Fails('NOT_FOUND')
  @AnswersNothing()
  cancelOrganizationDeletion(@CurrentPrincipal() principal: Principal): Promise<void> {
    return this.deletions.cancel(principal);
  }
}
