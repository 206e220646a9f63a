import { Body, Controller, Header, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../common/auth/access.decorator.js';
import { CONSOLE_PATH, HAS_CONSOLE } from '../../../common/console-path.js';
import { AppError } from '../../../common/errors/app-error.js';
import { CountedAsPage } from '../../../common/limits/limit.decorators.js';
import { ConsoleSessions, type ConsoleTokens } from './console-sessions.service.js';
import { StartConsoleSessionRequest } from './dto/console-session.request.js';
import { clearedCookie, cookieOf, requireOwnPage, sessionCookie } from './session-cookie.js';

type AccessToken = Omit<ConsoleTokens, 'refresh_token'>;

/** Exchanges codes and the refresh token in the cookie for access tokens of the console's pages. */
@ApiExcludeController()
@Controller(CONSOLE_PATH.slice(1))
@Public()
@CountedAsPage()
export class ConsoleSessionController {
  constructor(
    private readonly sessions: ConsoleSessions,
    @Inject(HAS_CONSOLE) private readonly hasConsole: boolean,
  ) {}

  @Post('session')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async startConsoleSession(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { code, code_verifier }: StartConsoleSessionRequest,
  ): Promise<AccessToken> {
    this.admit(request);
    const tokens = await this.sessions.start(request, code, code_verifier, cookieOf(request, this.sessions.issuer));
    if (!tokens) throw AppError.unauthorized('oauth', 'invalid');
    return this.keep(reply, tokens);
  }

  @Post('session/refresh')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async refreshConsoleSession(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccessToken | undefined> {
    this.admit(request);
    const token = cookieOf(request, this.sessions.issuer);
    const tokens = token === null ? null : await this.sessions.refresh(request, token);
    if (tokens) return this.keep(reply, tokens);
    // Nobody is signed in, which is no error of the page.
    void reply.code(204).header('set-cookie', clearedCookie(this.sessions.issuer));
    return undefined;
  }

  @Post('session/end')
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  async endConsoleSession(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.admit(request);
    await this.sessions.end(request, cookieOf(request, this.sessions.issuer));
    void reply.header('set-cookie', clearedCookie(this.sessions.issuer));
  }

  private admit(request: FastifyRequest): void {
    if (!this.hasConsole) throw new AppError('NOT_FOUND', 'No such route', { resource: 'route' });
    requireOwnPage(request, this.sessions.issuer);
  }

  private keep(reply: FastifyReply, tokens: ConsoleTokens): AccessToken {
    const { refresh_token, access_token, expires_in, scope, user_id } = tokens;
    void reply.header('set-cookie', sessionCookie(this.sessions.issuer, refresh_token));
    return { access_token, expires_in, scope, user_id };
  }
}
