import { Body, Controller, Delete, HttpCode, HttpStatus, Param, Post, Put, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { DiscrepancyReplayInterceptor } from './discrepancy-replay.interceptor.js';
import { DiscrepancyWorkflow } from './discrepancy-workflow.service.js';
import type { DiscrepancyRow } from './discrepancy.repository.js';
import { DiscrepancyService } from './discrepancy.service.js';
import {
  AnswerDiscrepancyRequest,
  ApproveInstructionRequest,
  ProposeInstructionRequest,
  RejectDiscrepancyRequest,
  SendDiscrepancyRequest,
} from './dto/discrepancy.request.js';
import { DiscrepancyResponse } from './dto/discrepancy.response.js';
import { InterimInstructions } from './interim-instruction.service.js';

const ReportId = (): ParameterDecorator => Param('id', new IdPipe('discrepancy'));

/** A stolen API key or session must neither mail reports to any address nor give instructions, which two people give. */
const IN_PERSON = { session: true, freshProof: true };

@ApiTags('Discrepancies')
@Controller('discrepancies/:id')
export class DiscrepancyWorkflowController {
  constructor(
    private readonly reports: DiscrepancyService,
    private readonly workflow: DiscrepancyWorkflow,
    private readonly instructions: InterimInstructions,
  ) {}

  /**
   * Sends a report to the author by mail, with its form, or records that it was sent in another way.
   * @remarks The mail is sent in the background; see `mail.state`. A day has a limit of 5 mails of a report, 50 of a user and 200 of the
   * organization. From a sandbox no mail is sent.
   */
  @Post('send')
  @HttpCode(HttpStatus.OK)
  @Requires(['document.manage', 'document.view'], IN_PERSON)
  @RefusalsRecorded('discrepancy.sent', 'discrepancy')
  @Idempotent()
  // Listed below @Idempotent() to run inside of it.
  @UseInterceptors(DiscrepancyReplayInterceptor)
  @Fails('FORBIDDEN', 'other_team')
  @Fails('CONFLICT', 'not_open', 'idempotency_key_in_use')
  @Fails('RATE_LIMIT_EXCEEDED', 'mails; none where the limit of the hour is exceeded. See Retry-After')
  @Answers(HttpStatus.OK, DiscrepancyResponse)
  async sendDiscrepancy(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
    @Body() body: SendDiscrepancyRequest,
  ): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.workflow.send(principal, id, body));
  }

  /** Records the answer of the author, or replaces it. */
  @Post('answer')
  @HttpCode(HttpStatus.OK)
  @Requires(['document.manage', 'document.view'])
  @RefusalsRecorded('discrepancy.answered', 'discrepancy')
  @Fails('FORBIDDEN', 'other_team')
  @Fails('CONFLICT', 'not_open')
  @Answers(HttpStatus.OK, DiscrepancyResponse)
  async answerDiscrepancy(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
    @Body() body: AnswerDiscrepancyRequest,
  ): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.workflow.answer(principal, id, body));
  }

  /** Closes a report by the active revision, which must be newer than the one where it was raised. */
  @Post('close')
  @HttpCode(HttpStatus.OK)
  @Requires(['document.manage', 'document.view'])
  @RefusalsRecorded('discrepancy.closed', 'discrepancy')
  @Fails('FORBIDDEN', 'other_team')
  @Fails('CONFLICT', 'not_open', 'no_newer_revision')
  @Answers(HttpStatus.OK, DiscrepancyResponse)
  async closeDiscrepancy(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
  ): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.workflow.close(principal, id));
  }

  /** Rejects a report: there is nothing to correct. */
  @Post('reject')
  @HttpCode(HttpStatus.OK)
  @Requires(['document.manage', 'document.view'])
  @RefusalsRecorded('discrepancy.rejected', 'discrepancy')
  @Fails('FORBIDDEN', 'other_team')
  @Fails('CONFLICT', 'not_open')
  @Answers(HttpStatus.OK, DiscrepancyResponse)
  async rejectDiscrepancy(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
    @Body() body: RejectDiscrepancyRequest,
  ): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.workflow.reject(principal, id, body.reason));
  }

  /** Withdraws a report of the caller that was not sent yet. */
  @Post('withdraw')
  @HttpCode(HttpStatus.OK)
  @Requires(['discrepancy.create', 'document.view'])
  @Fails('FORBIDDEN', 'not_reporter')
  @Fails('CONFLICT', 'not_open')
  @Answers(HttpStatus.OK, DiscrepancyResponse)
  async withdrawDiscrepancy(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
  ): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.workflow.withdraw(principal, id));
  }

  /** Reopens a closed or rejected report. */
  @Post('reopen')
  @HttpCode(HttpStatus.OK)
  @Requires(['document.manage', 'document.view'])
  @RefusalsRecorded('discrepancy.reopened', 'discrepancy')
  @Fails('FORBIDDEN', 'other_team')
  @Fails('CONFLICT', 'not_closed')
  @Answers(HttpStatus.OK, DiscrepancyResponse)
  async reopenDiscrepancy(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
  ): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.workflow.reopen(principal, id));
  }

  /**
   * Proposes what to do until the data is corrected, or to remove the approved instruction. Replaces an earlier proposal. It takes effect once
   * another manager of the document approved it; until then an approved instruction stays.
   */
  @Put('interim-instruction')
  @Requires(['document.manage', 'document.view'], IN_PERSON)
  @RefusalsRecorded('discrepancy.instruction_proposed', 'discrepancy')
  @Fails('FORBIDDEN', 'other_team', 'people_only')
  @Fails('CONFLICT', 'not_open', 'no_instruction')
  @Answers(HttpStatus.OK, DiscrepancyResponse)
  async proposeInterimInstruction(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
    @Body() body: ProposeInstructionRequest,
  ): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.instructions.propose(principal, id, body.text));
  }

  /** Approves what another person proposed. */
  @Post('interim-instruction/approve')
  @HttpCode(HttpStatus.OK)
  @Requires(['document.manage', 'document.view'], IN_PERSON)
  @RefusalsRecorded('discrepancy.instruction_approved', 'discrepancy')
  @Fails('FORBIDDEN', 'other_team', 'people_only', 'same_person')
  @Fails('CONFLICT', 'not_open', 'no_instruction', 'instruction_changed', 'already_approved')
  @Answers(HttpStatus.OK, DiscrepancyResponse)
  async approveInterimInstruction(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
    @Body() body: ApproveInstructionRequest,
  ): Promise<DiscrepancyResponse> {
    return this.shown(principal, await this.instructions.approve(principal, id, body.version));
  }

  /** Withdraws the proposal. An approved instruction stays: propose `text` null to remove it. */
  @Delete('interim-instruction')
  @Requires(['document.manage', 'document.view'], IN_PERSON)
  @RefusalsRecorded('discrepancy.instruction_withdrawn', 'discrepancy')
  @Fails('FORBIDDEN', 'other_team', 'people_only')
  @Fails('CONFLICT', 'not_open', 'no_instruction', 'already_approved')
  @AnswersNothing()
  withdrawInterimInstruction(@CurrentPrincipal() principal: Principal, @ReportId() id: string): Promise<void> {
    return this.instructions.withdraw(principal, id);
  }

  private shown(principal: Principal, row: DiscrepancyRow): DiscrepancyResponse {
    return DiscrepancyResponse.of(row, this.reports.mayManage(principal, row));
  }
}
