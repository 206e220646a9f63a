import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { BEARER_STRATEGY } from '../../../common/auth/authenticator.js';
import { bearerTokenOf } from '../../../common/auth/bearer-token.js';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { SIGNING_ALGORITHM } from './key-store.js';
import { SessionService } from '../sessions/session.service.js';
import { OAuthBearers } from './oauth-bearers.service.js';
import { ACCESS_TYPE, areSound, type AccessClaims, type OAuthClaims } from './token-claims.js';
import { keyIdOf, TokenService } from './token.service.js';
import { VerifiedTokens, type VerifiedToken } from './verified-tokens.js';

type HttpRequest = Parameters<Strategy['authenticate']>[0];

/** Access tokens of sessions and OAuth clients: signature, issuer, audience, type and expiry, then the session or grant. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, BEARER_STRATEGY) {
  private readonly verified = new VerifiedTokens();

  constructor(
    private readonly tokens: TokenService,
    private readonly sessions: SessionService,
    private readonly oauth: OAuthBearers,
  ) {
    super({
      jwtFromRequest: bearerTokenOf,
      passReqToCallback: true,
      algorithms: [SIGNING_ALGORITHM],
      issuer: tokens.issuer,
      audience: tokens.accessAudience,
      secretOrKeyProvider: (_request, token: string, done) => {
        tokens.keyFor(token, ACCESS_TYPE).then(
          // A key object avoids parsing PEM on every request; passport-jwt's types do not include it.
          (key) => (key ? done(null, key as unknown as Buffer) : done(AppError.unauthorized('jwt', 'invalid'))),
          (error: unknown) => done(error),
        );
      },
    });
  }

  /** Verified tokens are not verified again while their key is ours; their sessions are. */
  override authenticate(request: HttpRequest, options?: object): void {
    const verified = this.verified.find(bearerTokenOf(request) ?? '');
    if (!verified) return super.authenticate(request, options);
    this.again(verified).then(
      (principal) => this.success(principal),
      (error: unknown) => this.error(error as Error),
    );
  }

  /** Called by passport-jwt with the claims of a valid token. */
  async validate(request: HttpRequest, claims: AccessClaims | OAuthClaims): Promise<Principal> {
    if (!areSound(claims, claims.token_use === 'oauth' ? 'oauth' : 'access'))
      throw AppError.unauthorized('jwt', 'invalid');
    const principal = await this.principalOf(claims);
    if (principal.userId !== claims.sub) throw AppError.unauthorized('jwt', 'invalid');
    const token = bearerTokenOf(request) ?? '';
    const kid = keyIdOf(token);
    if (kid !== null) this.verified.remember(token, { claims, kid });
    return principal;
  }

  private async again({ claims, kid }: VerifiedToken): Promise<Principal> {
    if (!(await this.tokens.knowsKey(kid))) throw AppError.unauthorized('jwt', 'invalid');
    return this.principalOf(claims);
  }

  private principalOf(claims: AccessClaims | OAuthClaims): Promise<Principal> {
    return claims.token_use === 'oauth' ? this.oauth.authenticate(claims) : this.sessions.authenticate(claims.sid);
  }
}
