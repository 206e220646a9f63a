import type { JwtPayload } from 'jsonwebtoken';

/** `typ` of the two kinds of tokens: RFC 9068 for access tokens, our own for refresh tokens. */
export const ACCESS_TYPE = 'at+jwt';
export const REFRESH_TYPE = 'rt+jwt';

/**
 * How far the clocks of two nodes may differ, in seconds: a token from later than that is not one that a node of ours made in
 * its turn. For the end of a token there is no such leeway.
 */
const CLOCK_LEEWAY_SECONDS = 60;

/** What a token is for; none passes for another. */
export type TokenUse = 'access' | 'oauth' | 'refresh';

/** What an access token says. Roles are not in it: they are read anew with every request. */
export interface AccessClaims extends JwtPayload {
  sub: string;
  sid: string;
  token_use: 'access';
}

/** What an access token says that a client was given to act for a user (RFC 9068, 2.2). */
export interface OAuthClaims extends JwtPayload {
  sub: string;
  client_id: string;
  /** Id of the grant. */
  gid: string;
  /** Names of scopes, with spaces between them. */
  scope: string;
  token_use: 'oauth';
}

export interface RefreshClaims extends JwtPayload {
  sub: string;
  sid: string;
  /** Number of the rotation that made the token. */
  gen: number;
  token_use: 'refresh';
}

/**
 * Whether the claims of a token with a good signature are all that a token of that use has, and not of the future. What the
 * JWT library takes for optional, such as the end of a token's life, is not optional here.
 */
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
