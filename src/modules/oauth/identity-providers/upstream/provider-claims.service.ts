import { Injectable } from '@nestjs/common';
import { ProviderProblem } from '../provider-problem.js';
import type { GrantedTokens } from './code-flow.js';
import { IdTokenVerifier } from './id-token-verifier.js';
import { ProviderClient } from './provider-client.service.js';
import type { ProviderMetadata } from './provider-metadata.service.js';

/** What a provider says of whom it gave tokens for. */
@Injectable()
export class ProviderClaims {
  constructor(
    private readonly client: ProviderClient,
    private readonly idTokens: IdTokenVerifier,
  ) {}

  /**
   * Claims of the ID token, where there is one, and of userinfo for what that does not say.
   *
   * @throws OutboundHttpError, ProviderProblem
   */
  async of(
    { issuer, jwksUri, userinfoEndpoint }: ProviderMetadata,
    { accessToken, idToken }: GrantedTokens,
    { clientId, nonce }: { clientId: string; nonce: string },
  ): Promise<Record<string, unknown>> {
    if (issuer === null || jwksUri === null) {
      if (userinfoEndpoint === null) throw new ProviderProblem('There is no userinfo endpoint');
      return this.client.userinfo(userinfoEndpoint, accessToken);
    }
    if (idToken === null)
      throw new ProviderProblem('The token endpoint answers no ID token: is openid among the scopes?');
    const claims = await this.idTokens.verify(idToken, { issuer, jwksUri, clientId, nonce });
    if (claims.email !== undefined || userinfoEndpoint === null) return claims;
    const more = await this.client.userinfo(userinfoEndpoint, accessToken);
    // OpenID Connect Core 1.0, 5.3.2: otherwise it may be about somebody else.
    if (more.sub !== claims.sub) throw new ProviderProblem('The userinfo endpoint speaks of another than the ID token');
    // Whether an address is verified is for whoever tells the address to say.
    return { ...more, ...claims, email_verified: more.email_verified, xms_edov: more.xms_edov };
  }
}
