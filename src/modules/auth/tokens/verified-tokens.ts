import { hash } from 'node:crypto';
import type { AccessClaims, OAuthClaims } from './token-claims.js';

/** Tokens remembered at most, about 0.5 KB each. */
const MAX_TOKENS = 10_000;

/** What a good token says, and the id of the key that signed it. */
export interface VerifiedToken {
  claims: AccessClaims | OAuthClaims;
  kid: string;
}

/**
 * Access tokens whose signature, issuer and audience were found good, until they expire. What was once signed stays
 * signed, and checking it is the dearest step of a short request. Whether a token still counts is not remembered: its
 * key is looked for and its session read every time.
 */
export class VerifiedTokens {
  private readonly byDigest = new Map<string, VerifiedToken>();

  /** What is remembered of a token; null when it is not known or has expired. */
  find(token: string): VerifiedToken | null {
    const digest = digestOf(token);
    const verified = this.byDigest.get(digest);
    if (!verified) return null;
    if (isLive(verified.claims)) return verified;
    this.byDigest.delete(digest);
    return null;
  }

  remember(token: string, verified: VerifiedToken): void {
    if (this.byDigest.size >= MAX_TOKENS) {
      const [oldest] = this.byDigest.keys();
      if (oldest !== undefined) this.byDigest.delete(oldest);
    }
    this.byDigest.set(digestOf(token), verified);
  }
}

/** The whole token counts, its signature included; only the digest is kept, so that no memory dump shows tokens. */
function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}

function isLive({ exp }: VerifiedToken['claims']): boolean {
  return exp !== undefined && exp * 1000 > Date.now();
}
