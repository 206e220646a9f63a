import type { JwtPayload } from 'jsonwebtoken';

/** `typ` headers: RFC 9068 for access tokens, our own for refresh tokens. */
export const ACCESS_TYPE = 'at+jwt';
export const REFRESH_TYPE = 'rt+jwt';

/** Clock skew between nodes, in seconds: tokens from further in the future are rejected. Expiry has no leeway. */
const CLOCK_LEEWAY_SECONDS = 60;

export type TokenUse = 'access' | 'oauth' | 'refresh';

/** Claims of a session's access token. Roles are read on every request instead. */
export interface AccessClaims extends JwtPayload {
  sub: string;
  sid: string;
  token_use: 'access';
}

export interface OAuthClaims extends JwtPayload {
  sub: string;
  client_id: string;
  gid: string;
  scope: string;
  token_use: 'oauth';
}

export interface RefreshClaims extends JwtPayload {
  sub: string;
  sid: string;
  gen: number;
  token_use: 'refresh';
}

/** Whether a verified token is not from the future and has all claims, also those that the JWT library treats as optional. */
export function areSound(claims: JwtPayload, use: TokenUse): boolean {
  const isText = (name: string): boolean => typeof claims[name] === 'string' && claims[name] !== '';
  const isWhole = (name: string): boolean => Number.isInteger(claims[name]);
  return (
    claims['token_use'] === use &&
    ['sub', 'jti', ...(use === 'oauth' ? ['gid', 'client_id', 'scope'] : ['sid'])].every(isText) &&
    ['iat', 'exp', ...(use === 'refresh' ? ['gen'] : [])].every(isWhole) &&
    (claims.iat ?? Infinity) <= Date.now() / 1000 + CLOCK_LEEWAY_SECONDS
  );
}
