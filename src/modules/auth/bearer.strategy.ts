import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { BEARER_STRATEGY } from '../../common/auth/authentication.guard.js';
import type { Principal } from '../../common/auth/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { SIGNING_ALGORITHM } from './key-store.js';
import { SessionService } from './session.service.js';
import { TokenService, type AccessClaims } from './token.service.js';

/** `Authorization: Bearer` with an access token of a session: signature, issuer, audience, kind and life, then the session itself. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, BEARER_STRATEGY) {
  constructor(
    tokens: TokenService,
    private readonly sessions: SessionService,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: [SIGNING_ALGORITHM],
      issuer: tokens.issuer,
      audience: tokens.accessAudience,
      secretOrKeyProvider: (_request, token: string, done) => {
        tokens.keyFor(token).then(
          // A key object spares jsonwebtoken the parsing of a PEM at every request; passport-jwt's types do not know it.
          (key) => (key ? done(null, key as unknown as Buffer) : done(AppError.unauthorized('jwt', 'invalid'))),
          (error: unknown) => done(error),
        );
      },
    });
  }

  async validate(claims: AccessClaims): Promise<Principal> {
    if (claims.token_use !== 'access') throw AppError.unauthorized('jwt', 'invalid');
    return this.sessions.authenticate(claims.sid);
  }
}
