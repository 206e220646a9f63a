import { Injectable, type ExecutionContext, type Type } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/internal';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import jwt from 'jsonwebtoken';
import { AppError, type TokenType } from '../errors/app-error.js';
import { currentContext } from '../context/request-context.js';
import { isScim } from '../http/scim-error.js';
import { SandboxEntrance } from '../sandbox/sandbox-entrance.js';
import { bearerTokenOf } from './bearer-token.js';
import type { Principal } from '../principal/principal.js';

/** Names of the passport strategies that the auth module registers. */
export const BEARER_STRATEGY = 'bearer';
export const API_KEY_STRATEGY = 'api-key';
export const BEARER_API_KEY_STRATEGY = 'bearer-api-key';

/** A passport guard that passes on the AppError of a strategy. Strategies reject without an error for malformed credentials. */
function strategyGuard(strategy: string, tokenType: TokenType): Type<IAuthGuard> {
  class StrategyGuard extends AuthGuard(strategy) {
    override handleRequest<T>(error: unknown, principal: T | false, info: unknown, context: ExecutionContext): T {
      if (error) throw error as Error;
      if (info instanceof jwt.TokenExpiredError) {
        const token = bearerTokenOf(context.switchToHttp().getRequest<FastifyRequest>());
        throw AppError.unauthorized(isOAuth(token) ? 'oauth' : tokenType, 'expired', {
          expired_at: info.expiredAt.toISOString(),
        });
      }
      if (!principal) throw AppError.unauthorized(tokenType, 'invalid');
      return principal;
    }
  }
  return StrategyGuard;
}

/** Whether a token with a valid signature belongs to an OAuth client. */
function isOAuth(token: string | null): boolean {
  const claims = jwt.decode(token ?? '', { json: true });
  return claims?.['token_use'] === 'oauth';
}

const CREDENTIALS = [
  { header: 'Authorization', guard: strategyGuard(BEARER_STRATEGY, 'jwt') },
  { header: 'X-API-Key', guard: strategyGuard(API_KEY_STRATEGY, 'api_key') },
] as const;

/** Directories send only `Authorization: Bearer`. Under their base it holds an API key, and never an access token. */
const BEARER_API_KEY = { header: 'Authorization', guard: strategyGuard(BEARER_API_KEY_STRATEGY, 'api_key') } as const;

/** Identifies the caller by `Authorization: Bearer` or `X-API-Key`. */
@Injectable()
export class Authenticator {
  private readonly credentials = CREDENTIALS.map(instantiate);
  private readonly scimCredentials = [BEARER_API_KEY, CREDENTIALS[1]].map(instantiate);

  constructor(private readonly sandbox: SandboxEntrance) {}

  /**
   * In the sandbox the mirrored user of the account, unless `asAccount`.
   * @throws AppError INVALID_REQUEST unless there is exactly one credential; UNAUTHORIZED or FORBIDDEN unless it is valid
   */
  async authenticate(request: FastifyRequest, reply: FastifyReply, asAccount = false): Promise<Principal> {
    const [credential, other] = this.sentWith(request);
    if (!credential) throw AppError.unauthorized('jwt', 'missing');
    if (other) {
      throw AppError.invalid([{ field: credential.header, issue: `must not be sent together with ${other.header}` }]);
    }
    if (isRepeated(request, credential.header)) {
      throw AppError.invalid([{ field: credential.header, issue: 'must be sent once' }]);
    }
    const principal = await identify(credential.guard, request, reply);
    return asAccount ? principal : this.inSandbox(principal);
  }

  /** The owner of any valid credential, even of an invalid request; otherwise null. Malformed credentials cost no query. */
  async findCaller(request: FastifyRequest, reply: FastifyReply): Promise<Principal | null> {
    const context = currentContext();
    const known = context?.principal ?? context?.caller;
    if (known) return known;
    for (const { guard } of this.sentWith(request)) {
      const caller = await identify(guard, request, reply)
        .then((principal) => this.inSandbox(principal))
        .catch(() => null);
      if (caller && context) context.caller = caller;
      if (caller) return caller;
    }
    return null;
  }

  /** API keys belong to one side; sessions and tokens of OAuth clients are those of the account. */
  private inSandbox(principal: Principal): Promise<Principal> {
    const isOutside = currentContext()?.isSandbox === true && principal.credential.type !== 'api_key';
    return isOutside ? this.sandbox.enter(principal) : Promise.resolve(principal);
  }

  private sentWith(request: FastifyRequest): SentCredential[] {
    const accepted = isScim(request) ? this.scimCredentials : this.credentials;
    return accepted.filter(({ header }) => request.headers[header.toLowerCase()] !== undefined);
  }
}

interface SentCredential {
  header: string;
  guard: IAuthGuard;
}

function instantiate({ header, guard: Guard }: { header: string; guard: Type<IAuthGuard> }): SentCredential {
  return { header, guard: new Guard() };
}

async function identify(guard: IAuthGuard, request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
  await guard.canActivate(new ExecutionContextHost([request, reply]));
  return (request as FastifyRequest & { user: Principal }).user;
}

/** Node keeps the first of several `Authorization` headers and joins those of `X-API-Key`. Clients intend neither. */
function isRepeated({ raw: { rawHeaders } }: FastifyRequest, name: string): boolean {
  const isName = (text: string, index: number): boolean => index % 2 === 0 && text.toLowerCase() === name.toLowerCase();
  return rawHeaders.filter(isName).length > 1;
}
