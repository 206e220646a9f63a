import { Injectable } from '@nestjs/common';
import { ProviderProblem } from '../provider-problem.js';
import type { GrantedTokens } from './code-flow.js';
import { IdTokenVerifier } from './id-token-verifier.js';
import { ProviderClient } from './provider-client.service.js';
import type { ProviderMetadata } from './provider-metadata.service.js';

@Injectable()
export class ProviderClaims {
  constructor(
    private readonly client: ProviderClient,
    private readonly idTokens: IdTokenVerifier,
  ) {}

  /** Claims of the ID token, if any, completed by userinfo. @throws OutboundHttpError, ProviderProblem */
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
      throw new ProviderProblem('The token endpoint returned no ID token. Check that openid is among the scopes');
    const claims = await this.idTokens.verify(idToken, { issuer, jwksUri, clientId, nonce });
    if (claims.email !== undefined || userinfoEndpoint === null) return claims;
    const more = await this.client.userinfo(userinfoEndpoint, accessToken);
    // Required by OpenID Connect Core 1.0, 5.3.2: the response could be about another user.
    if (more.sub !== claims.sub)
      throw new ProviderProblem('The userinfo endpoint and the ID token describe different users');
    // The source of the address also decides whether it is verified.
    return { ...more, ...claims, email_verified: more.email_verified, xms_edov: more.xms_edov };
  }
}
