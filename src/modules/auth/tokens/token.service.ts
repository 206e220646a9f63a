import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CompactSign } from 'jose';
import jwt, { type JwtHeader } from 'jsonwebtoken';
import { AppError } from '../../../common/errors/app-error.js';
import { KeyStore, SIGNING_ALGORITHM } from './key-store.js';
import type { Session } from '../sessions/session.entity.js';
import { ACCESS_TYPE, areSound, REFRESH_TYPE, type OAuthClaims, type RefreshClaims } from './token-claims.js';

export type { OAuthClaims };

export const TOKEN_ISSUER = Symbol('token issuer');

/** Tokens of the session's current generation and last proof of identity. */
export interface IssuedTokens {
  access_token: string;
  refresh_token: string;
  /** Remaining lifetime of the access token in seconds. */
  expires_in: number;
}

/** Longer tokens are rejected unread; ours have about 700 characters. */
export const TOKEN_MAX_CHARS = 4096;

/** Issues and verifies the signed tokens of a session (RFC 7519; access tokens as in RFC 9068). */
@Injectable()
export class TokenService {
  constructor(
    private readonly keys: KeyStore,
    @Inject(TOKEN_ISSUER) readonly issuer: string,
  ) {}

  /** The API's audience of access tokens. Refresh tokens have another, so they are not interchangeable. */
  get accessAudience(): string {
    return this.issuer;
  }

  private get refreshAudience(): string {
    return `${this.issuer}/api/v1/auth/refresh`;
  }

  /** Tokens of the session's current generation. Repeating the call returns identical tokens; a step-up creates a second valid set. */
  async issue(session: Session): Promise<IssuedTokens> {
    const { kid, privateKey } = await this.keys.signingKey();
    const provenAt = session.authenticated_at.getTime();
    const issuedAt = Math.max(session.rotated_at.getTime(), provenAt);
    const iat = Math.floor(issuedAt / 1000);
    const common = {
      iss: this.issuer,
      sub: session.user_id,
      sid: session.id,
      iat,
      auth_time: Math.floor(provenAt / 1000),
      jti: `${session.id}.${session.refresh_generation}.${provenAt}`,
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
    const age = Math.floor((Date.now() - issuedAt) / 1000);
    return {
      access_token: sign(access, ACCESS_TYPE),
      refresh_token: sign(refresh, REFRESH_TYPE),
      expires_in: Math.max(accessEnd - iat - age, 0),
    };
  }

  /** Null for unknown keys, another type (RFC 9068, 4) or `crit` (RFC 7515, 4.1.11). Keys in the token (`jwk`, `x5c`, …) are ignored. */
  async keyFor(token: string, type: string): Promise<KeyObject | null> {
    const header = headerOf(token);
    if (header?.typ !== type || header.crit !== undefined || typeof header.kid !== 'string') return null;
    return this.keys.verificationKey(header.kid);
  }

  async knowsKey(kid: string): Promise<boolean> {
    return (await this.keys.verificationKey(kid)) !== null;
  }

  /** A JSON Web Signature (RFC 7515) that is no token: `typ` tells what it states. Signs outside the event loop. */
  async signStatement(statement: object, typ: string): Promise<string> {
    const { kid, privateKey } = await this.keys.signingKey();
    const header = { alg: SIGNING_ALGORITHM, typ, kid };
    return new CompactSign(Buffer.from(JSON.stringify(statement))).setProtectedHeader(header).sign(privateKey);
  }

  /** The signing key first; for the authorization server. */
  allKeys(): Promise<{ kid: string; privateKey: KeyObject }[]> {
    return this.keys.allKeys();
  }

  /** Claims of an OAuth client's access token; null for anything else and for an expired one. */
  async readOAuth(token: string): Promise<OAuthClaims | null> {
    const key = await this.keyFor(token, ACCESS_TYPE);
    if (!key) return null;
    try {
      const claims = jwt.verify(token, key, {
        algorithms: [SIGNING_ALGORITHM],
        issuer: this.issuer,
        audience: this.accessAudience,
      }) as OAuthClaims;
      return areSound(claims, 'oauth') ? claims : null;
    } catch {
      return null;
    }
  }

  /** @throws AppError UNAUTHORIZED (token_type refresh) */
  async verifyRefresh(token: string): Promise<RefreshClaims> {
    const key = await this.keyFor(token, REFRESH_TYPE);
    if (!key) throw AppError.unauthorized('refresh', 'invalid');
    try {
      const claims = jwt.verify(token, key, {
        algorithms: [SIGNING_ALGORITHM],
        issuer: this.issuer,
        audience: this.refreshAudience,
      }) as RefreshClaims;
      if (!areSound(claims, 'refresh')) throw AppError.unauthorized('refresh', 'invalid');
      return claims;
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) {
        throw AppError.unauthorized('refresh', 'expired', { expired_at: error.expiredAt.toISOString() });
      }
      throw error instanceof AppError ? error : AppError.unauthorized('refresh', 'invalid');
    }
  }
}

/** `kid` of the unverified token. */
export function keyIdOf(token: string): string | null {
  return headerOf(token)?.kid ?? null;
}

function headerOf(token: string): JwtHeader | null {
  if (token.length > TOKEN_MAX_CHARS) return null;
  try {
    return jwt.decode(token, { complete: true })?.header ?? null;
  } catch {
    // Three parts whose content is not JSON.
    return null;
  }
}
