import { Body, Controller, Header, HttpStatus, Post } from '@nestjs/common';
import { ApiTags, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { Authenticated, Public } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { ErrorEnvelope } from '../../../common/errors/error.response.js';
import { Answers } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { TokenSetResponse } from '../dto/auth.response.js';
import { Client } from '../sessions/client-info.decorator.js';
import type { ClientInfo } from '../sessions/session.service.js';
import { MfaChallengeRequest, MfaVerifyRequest, StepUpRequest } from './dto/mfa.request.js';
import { MfaChallengeResponse } from './dto/mfa.response.js';
import { MfaLogin } from './mfa-login.service.js';
import { StepUp } from './step-up.service.js';

const Refuses = ApiUnauthorizedResponse({
  description:
    'UNAUTHORIZED, token_type mfa: the mfa_token is no longer valid (reason invalid or expired), or the answer was not accepted (reason mfa_failed)',
  type: ErrorEnvelope,
});

@ApiTags('Authentication')
@Controller('auth')
@InSandbox('account')
export class MfaLoginController {
  constructor(
    private readonly logins: MfaLogin,
    private readonly stepUps: StepUp,
  ) {}

  /** Sends the code of a second factor, or returns the options for its security key. An authenticator app needs no challenge. */
  @Post('mfa/challenge')
  @Public()
  @Refuses
  @Fails('NOT_FOUND')
  @Fails('UPSTREAM_ERROR', 'mail', 'sms')
  @Fails('UPSTREAM_TIMEOUT', 'mail', 'sms')
  @Answers(HttpStatus.OK, MfaChallengeResponse)
  async challengeMfa(@Body() body: MfaChallengeRequest): Promise<MfaChallengeResponse> {
    return MfaChallengeResponse.from(await this.logins.challenge(body.mfa_token, body.method_id));
  }

  /** Completes a login with a second factor or a recovery code. */
  @Post('mfa/verify')
  @Public()
  @Refuses
  @Header('Cache-Control', 'no-store')
  @Fails('NOT_FOUND')
  @Answers(HttpStatus.OK, TokenSetResponse)
  async verifyMfa(@Body() body: MfaVerifyRequest, @Client() client: ClientInfo): Promise<TokenSetResponse> {
    return TokenSetResponse.from(await this.logins.verify(body, client));
  }

  /**
   * Step-up: confirms the caller's identity for routes that require a recent proof. Returns a new token set whose
   * `auth_time` is now. An account with a second factor must prove that factor for those routes. With `method_id`
   * alone, sends the method's code or returns the options for its security key.
   */
  @Post('step-up')
  @Authenticated({ beforeMfa: true })
  @Header('Cache-Control', 'no-store')
  @Fails('NOT_FOUND')
  @Fails('UPSTREAM_ERROR', 'mail', 'sms')
  @Fails('UPSTREAM_TIMEOUT', 'mail', 'sms')
  @Answers(HttpStatus.OK, TokenSetResponse, MfaChallengeResponse)
  async stepUp(
    @CurrentPrincipal() principal: Principal,
    @Body() body: StepUpRequest,
    @Client() client: ClientInfo,
  ): Promise<TokenSetResponse | MfaChallengeResponse> {
    const outcome = await this.stepUps.take(principal, body, client);
    return 'challenge_id' in outcome ? MfaChallengeResponse.from(outcome) : TokenSetResponse.from(outcome);
  }
}
