import { Body, Controller, Delete, Get, Header, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersList, AnswersNothing } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { ActivateMfaMethodRequest, CreateMfaMethodRequest } from './dto/mfa.request.js';
import {
  ActivatedMfaMethodResponse,
  CreatedMfaMethodResponse,
  MfaMethodResponse,
  RecoveryCodesResponse,
} from './dto/mfa.response.js';
import { answerOf } from './factors/answer-of.js';
import { MfaMethodService } from './methods/mfa-method.service.js';

@ApiTags('Authentication')
@Controller('auth/mfa')
@InSandbox('refused')
export class MfaMethodController {
  constructor(private readonly methods: MfaMethodService) {}

  /** Lists the caller's second factors, oldest first. Pending ones have `activated_at` null. */
  @Get('methods')
  @Authenticated({ beforeMfa: true })
  @AnswersList(MfaMethodResponse)
  async listMfaMethods(@CurrentPrincipal() principal: Principal): Promise<MfaMethodResponse[]> {
    return (await this.methods.list(principal)).map((method) => MfaMethodResponse.from(method));
  }

  /**
   * Creates a pending second factor, which must be activated within an hour. Replaces a pending one of the same type: call it again to
   * resend a code.
   */
  @Post('methods')
  @Authenticated({ freshProof: true, beforeMfa: true })
  @Idempotent({ slow: true })
  @Header('Cache-Control', 'no-store')
  @Fails('CONFLICT', 'mfa_method_limit', 'mfa_method_exists', 'idempotency_key_in_use')
  @Fails('UPSTREAM_ERROR', 'mail', 'sms')
  @Fails('UPSTREAM_TIMEOUT', 'mail', 'sms')
  @Answers(HttpStatus.CREATED, CreatedMfaMethodResponse)
  async createMfaMethod(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateMfaMethodRequest,
  ): Promise<CreatedMfaMethodResponse> {
    return CreatedMfaMethodResponse.begun(await this.methods.create(principal, body));
  }

  /**
   * Activates a pending second factor with a proof. Logins then require a second factor. The first activation also returns recovery codes
   * and ends the caller's other sessions.
   */
  @Post('methods/:id/activate')
  @Authenticated({ freshProof: true, beforeMfa: true })
  @Header('Cache-Control', 'no-store')
  @Fails('CONFLICT', 'mfa_method_active')
  @Answers(HttpStatus.OK, ActivatedMfaMethodResponse)
  async activateMfaMethod(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('mfa_method')) id: string,
    @Body() body: ActivateMfaMethodRequest,
  ): Promise<ActivatedMfaMethodResponse> {
    return ActivatedMfaMethodResponse.activated(await this.methods.activate(principal, id, answerOf(body)));
  }

  /** Removes a second factor. Without the last one a password is enough again, if the organization allows that. */
  @Delete('methods/:id')
  @Authenticated({ freshProof: true })
  @Fails('CONFLICT', 'mfa_required')
  @AnswersNothing()
  removeMfaMethod(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('mfa_method')) id: string,
  ): Promise<void> {
    return this.methods.remove(principal, id);
  }

  /** Creates ten new recovery codes. Earlier codes stop working. */
  @Post('recovery-codes')
  @Authenticated({ freshProof: true })
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @Fails('CONFLICT', 'mfa_not_enabled', 'idempotency_key_in_use')
  @Answers(HttpStatus.CREATED, RecoveryCodesResponse)
  async createRecoveryCodes(@CurrentPrincipal() principal: Principal): Promise<RecoveryCodesResponse> {
    return { recovery_codes: await this.methods.renewRecoveryCodes(principal) };
  }
}
