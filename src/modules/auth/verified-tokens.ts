import { hash } from 'node:crypto';
import type { AccessClaims } from './token.service.js';

/** Tokens remembered at most, about 0.5 KB each. */
const MAX_TOKENS = 10_000;

/**
 * Access tokens whose signature, issuer and audience were found good, until they expire. What was once signed stays
 * signed, and checking it is the dearest step of a short request. Whether a token still counts is not remembered: its
 * session is read every time.
 */
export class VerifiedTokens {
  private readonly claimsByDigest = new Map<string, AccessClaims>();

  /** What a remembered token says; null when it is not known or has expired. */
  find(token: string): AccessClaims | null {
    const digest = digestOf(token);
    const claims = this.claimsByDigest.get(digest);
    if (!claims) return null;
    if (isLive(claims)) return claims;
    this.claimsByDigest.delete(digest);
    return null;
  }

  remember(token: string, claims: AccessClaims): void {
    if (this.claimsByDigest.size >= MAX_TOKENS) {
      const [oldest] = this.claimsByDigest.keys();
      if (oldest !== undefined) this.claimsByDigest.delete(oldest);
    }
    this.claimsByDigest.set(digestOf(token), claims);
  }
}

/** The whole token counts, its signature included; only the digest is kept, so that no memory dump shows tokens. */
function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}

function isLive({ exp }: AccessClaims): boolean {
  return exp !== undefined && exp * 1000 > Date.now();
}
