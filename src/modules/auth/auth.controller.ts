import { Body, Controller, Delete, Get, Header, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiTags, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { Authenticated, Public } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { ErrorEnvelope } from '../../common/errors/error.response.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers, AnswersList, AnswersNothing } from '../../common/openapi/api-response.decorator.js';
import { InSandbox } from '../../common/sandbox/in-sandbox.decorator.js';
import { AuthService } from './auth.service.js';
import { Client } from './sessions/client-info.decorator.js';
import { LoginRequest, LogoutRequest, RefreshRequest } from './dto/auth.request.js';
import { LogoutResponse, SessionResponse, TokenSetResponse } from './dto/auth.response.js';
import { MfaRequiredResponse } from './mfa/dto/mfa.response.js';
import { sessionOf } from './sessions/current-session.js';
import { SessionService, type ClientInfo } from './sessions/session.service.js';
import { SignOutService } from './sign-in/sign-out.service.js';

@ApiTags('Authentication')
@Controller('auth')
@InSandbox('account')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly signOuts: SignOutService,
    private readonly sessions: SessionService,
  ) {}

  /**
   * Signs in with email and password. An account with a second factor gets an `mfa_token` instead: see
   * `/auth/mfa/verify`.
   */
  @Post('login')
  @Public()
  @ApiUnauthorizedResponse({ description: 'UNAUTHORIZED: reason invalid_credentials', type: ErrorEnvelope })
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.OK, TokenSetResponse, MfaRequiredResponse)
  async login(
    @Body() body: LoginRequest,
    @Client() client: ClientInfo,
  ): Promise<TokenSetResponse | MfaRequiredResponse> {
    const outcome = await this.auth.login(body.email, body.password, client);
    return 'mfa_token' in outcome ? MfaRequiredResponse.from(outcome) : TokenSetResponse.from(outcome);
  }

  /** Exchanges a refresh token for a new token set. Reusing a token ends the session, except within 20 s of its first use. */
  @Post('refresh')
  @Public()
  @ApiUnauthorizedResponse({
    description: 'UNAUTHORIZED, token_type refresh: reason invalid, expired, revoked, idle_timeout or reuse_detected',
    type: ErrorEnvelope,
  })
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.OK, TokenSetResponse)
  async refresh(@Body() body: RefreshRequest): Promise<TokenSetResponse> {
    return TokenSetResponse.from(await this.auth.refresh(body.refresh_token));
  }

  /**
   * Ends this session, or all sessions of the user. The next requests with their tokens are rejected. With
   * `all_sessions`, the response lists API keys and applications that still act for the user, and `revoke_api_keys`
   * revokes the API keys.
   */
  @Post('logout')
  @Authenticated({ beforeMfa: true })
  @Answers(HttpStatus.OK, LogoutResponse)
  async logout(@CurrentPrincipal() principal: Principal, @Body() body: LogoutRequest): Promise<LogoutResponse> {
    const { all_sessions: everywhere = false, revoke_api_keys: revokeKeys = false } = body;
    return LogoutResponse.from(await this.signOuts.signOut(principal, everywhere, revokeKeys));
  }

  /** Lists the caller's open sessions, newest first. */
  @Get('sessions')
  @Authenticated({ beforeMfa: true })
  @AnswersList(SessionResponse)
  async listSessions(@CurrentPrincipal() principal: Principal): Promise<SessionResponse[]> {
    const sessions = await this.sessions.listOpen(principal.userId);
    return sessions.map((session) => SessionResponse.from(session, sessionOf(principal)));
  }

  /** Ends all other sessions of the caller. API keys and applications keep their access: see `/auth/logout`. */
  @Delete('sessions')
  @Authenticated({ beforeMfa: true })
  @AnswersNothing()
  endOtherSessions(@CurrentPrincipal() principal: Principal): Promise<void> {
    return this.sessions.endOthers(principal.userId, sessionOf(principal));
  }

  /** Ends one of the caller's sessions. */
  @Delete('sessions/:id')
  @Authenticated({ beforeMfa: true })
  @AnswersNothing()
  endSession(@CurrentPrincipal() principal: Principal, @Param('id', new IdPipe('session')) id: string): Promise<void> {
    return this.sessions.end(principal.userId, id);
  }
}
