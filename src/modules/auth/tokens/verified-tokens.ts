import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AccessClaims, OAuthClaims } from './token-claims.js';

/** About 0.5 KB each. */
const MAX_TOKENS = 10_000;

export interface VerifiedToken {
  claims: AccessClaims | OAuthClaims;
  kid: string;
}

/** Verified access tokens until they expire: verifying is expensive. Key and session are still checked on every request. */
export class VerifiedTokens {
  private readonly byDigest = new LRUCache<string, VerifiedToken>({ max: MAX_TOKENS });

  find(token: string): VerifiedToken | null {
    const verified = this.byDigest.get(digestOf(token));
    return verified && isLive(verified.claims) ? verified : null;
  }

  remember(token: string, verified: VerifiedToken): void {
    this.byDigest.set(digestOf(token), verified);
  }
}

/** Covers the whole token with its signature. Only the digest is kept, so a memory dump contains no tokens. */
function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}

function isLive({ exp }: VerifiedToken['claims']): boolean {
  return exp !== undefined && exp * 1000 > Date.now();
}
