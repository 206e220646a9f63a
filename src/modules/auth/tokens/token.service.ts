import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import jwt, { type JwtHeader, type JwtPayload } from 'jsonwebtoken';
import { AppError } from '../../../common/errors/app-error.js';
import { KeyStore, SIGNING_ALGORITHM } from './key-store.js';
import type { Session } from '../sessions/session.entity.js';

export const TOKEN_ISSUER = Symbol('token issuer');

/** What an access token says. Roles are not in it: they are read anew with every request. */
export interface AccessClaims extends JwtPayload {
  sub: string;
  sid: string;
  token_use: 'access';
}

/** The tokens of one generation of a session. */
export interface IssuedTokens {
  access_token: string;
  refresh_token: string;
  /** What is left of the access token's life, in seconds. */
  expires_in: number;
}

interface RefreshClaims extends JwtPayload {
  sub: string;
  sid: string;
  /** Number of the rotation that made the token. */
  gen: number;
  token_use: 'refresh';
}

/** Longest token looked at; ours are about 700 characters. */
export const TOKEN_MAX_CHARS = 4096;

/** Makes and checks the signed tokens of a session (RFC 7519; access tokens after RFC 9068). */
@Injectable()
export class TokenService {
  constructor(
    private readonly keys: KeyStore,
    @Inject(TOKEN_ISSUER) readonly issuer: string,
  ) {}

  /** Audience of access tokens: this API. A refresh token has another, so neither passes for the other. */
  get accessAudience(): string {
    return this.issuer;
  }

  private get refreshAudience(): string {
    return `${this.issuer}/api/v1/auth/refresh`;
  }

  /**
   * Both tokens of the session's present generation. They depend on the session's row alone: asked twice for the same
   * generation, as when a refresh is repeated after a lost answer, they are the same to the byte, and nearer their end.
   */
  async issue(session: Session): Promise<IssuedTokens> {
    const { kid, privateKey } = await this.keys.signingKey();
    const iat = Math.floor(session.rotated_at.getTime() / 1000);
    const common = {
      iss: this.issuer,
      sub: session.user_id,
      sid: session.id,
      iat,
      auth_time: Math.floor(session.authenticated_at.getTime() / 1000),
      jti: `${session.id}.${session.refresh_generation}`,
    };
    const sessionEnd = Math.floor(session.expires_at.getTime() / 1000);
    const accessEnd = Math.min(iat + session.access_lifetime, sessionEnd);
    const access = {
      ...common,
      aud: this.accessAudience,
      exp: accessEnd,
      token_use: 'access',
    };
    const refresh = {
      ...common,
      aud: this.refreshAudience,
      exp: sessionEnd,
      gen: session.refresh_generation,
      token_use: 'refresh',
    };
    const sign = (claims: object, typ: string): string =>
      jwt.sign(claims, privateKey, { algorithm: SIGNING_ALGORITHM, header: { alg: SIGNING_ALGORITHM, typ, kid } });
    const age = Math.floor((Date.now() - session.rotated_at.getTime()) / 1000);
    return {
      access_token: sign(access, 'at+jwt'),
      refresh_token: sign(refresh, 'rt+jwt'),
      expires_in: Math.max(accessEnd - iat - age, 0),
    };
  }

  /** The public key that a token claims to be signed with; null when there is none. */
  async keyFor(token: string): Promise<KeyObject | null> {
    const kid = keyIdOf(token);
    return kid === null ? null : this.keys.verificationKey(kid);
  }

  /** Whether the key of that id is still ours. */
  async knowsKey(kid: string): Promise<boolean> {
    return (await this.keys.verificationKey(kid)) !== null;
  }

  /** @throws AppError UNAUTHORIZED (token_type refresh) */
  async verifyRefresh(token: string): Promise<RefreshClaims> {
    const key = await this.keyFor(token);
    if (!key) throw AppError.unauthorized('refresh', 'invalid');
    try {
      const claims = jwt.verify(token, key, {
        algorithms: [SIGNING_ALGORITHM],
        issuer: this.issuer,
        audience: this.refreshAudience,
      }) as RefreshClaims;
      if (claims.token_use !== 'refresh') throw AppError.unauthorized('refresh', 'invalid');
      return claims;
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) {
        throw AppError.unauthorized('refresh', 'expired', { expired_at: error.expiredAt.toISOString() });
      }
      throw error instanceof AppError ? error : AppError.unauthorized('refresh', 'invalid');
    }
  }
}

/** Id of the key that a token claims to be signed with. */
export function keyIdOf(token: string): string | null {
  if (token.length > TOKEN_MAX_CHARS) return null;
  const kid: unknown = decodeHeader(token)?.kid;
  return typeof kid === 'string' ? kid : null;
}

function decodeHeader(token: string): JwtHeader | null {
  try {
    return jwt.decode(token, { complete: true })?.header ?? null;
  } catch {
    // Three parts, but what they hold is not JSON.
    return null;
  }
}
