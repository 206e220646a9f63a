import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { OutboundHttpError } from '../../../../integrations/outbound-http/outbound-http.errors.js';
import { OutboundHttp } from '../../../../integrations/outbound-http/outbound-http.js';
import { jsonObject, ProviderProblem, quote } from '../provider-problem.js';
import { MAX_DOCUMENT_BYTES } from './provider-metadata.service.js';
import { signatureKeys } from './signature-keys.js';

export interface IdTokenTerms {
  issuer: string;
  jwksUri: string;
  clientId: string;
  nonce: string;
}

/** Asymmetric algorithms only: with HS256 the client secret could sign tokens, and `none` is unsigned. */
export const ID_TOKEN_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** Seconds. */
const CLOCK_TOLERANCE = 60;
/** Minimum interval between reloads of the key set. An unknown key triggers a reload, which handles rotation. */
const COOLDOWN_MS = 1_000;
const KEEP_MS = 10 * 60 * 1000;
const MAX_KEPT = 500;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** Verifies ID tokens of identity providers (OpenID Connect Core 1.0, 3.1.3.7). */
@Injectable()
export class IdTokenVerifier {
  private readonly keySets = new LRUCache<string, KeySet>({ max: MAX_KEPT, ttl: KEEP_MS });

  constructor(private readonly outbound: OutboundHttp) {}

  /** Checks signature, issuer, client, login and expiry. @throws ProviderProblem; OutboundHttpError when keys cannot be fetched */
  async verify(token: string, { issuer, jwksUri, clientId, nonce }: IdTokenTerms): Promise<JWTPayload> {
    const payload = await this.signed(token, issuer, jwksUri, clientId);
    if (payload.nonce !== nonce)
      throw new ProviderProblem('The ID token does not belong to this login: its nonce differs');
    // `azp` is required with several audiences, and must always be our client id.
    const isOurs = payload.azp === clientId || (payload.azp === undefined && [payload.aud].flat().length === 1);
    if (!isOurs) throw new ProviderProblem('The ID token was issued to another client');
    return payload;
  }

  private async signed(token: string, issuer: string, jwksUri: string, clientId: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, this.keysAt(jwksUri), {
        issuer,
        audience: clientId,
        algorithms: ID_TOKEN_ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      return payload;
    } catch (error) {
      if (error instanceof OutboundHttpError || error instanceof ProviderProblem) throw error;
      throw new ProviderProblem(wordsFor(error), { cause: error });
    }
  }

  private keysAt(jwksUri: string): KeySet {
    const kept = this.keySets.get(jwksUri);
    if (kept) return kept;
    const made = createRemoteJWKSet(new URL(jwksUri), {
      [customFetch]: (url) => this.keysFrom(url),
      cooldownDuration: COOLDOWN_MS,
      timeoutDuration: 30_000,
    });
    this.keySets.set(jwksUri, made);
    return made;
  }

  private async keysFrom(jwksUri: string): Promise<Response> {
    const { status, body } = await this.outbound.request(jwksUri, {
      headers: { accept: 'application/json' },
      maxBytes: MAX_DOCUMENT_BYTES,
    });
    if (status !== 200) throw new ProviderProblem(`jwks_uri answers ${status}`);
    return Response.json(signatureKeys(jsonObject('jwks_uri', body)));
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The ID token has expired. The clocks may differ';
  if (error instanceof errors.JWTClaimValidationFailed) return `The ID token’s ${quote(error.claim)} claim is invalid`;
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The ID token is not signed with an asymmetric algorithm';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The ID token’s signature is invalid';
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return 'The ID token is signed with a key that the provider does not publish';
  }
  if (error instanceof errors.JWKSInvalid) return 'The document at jwks_uri is not a key set';
  return 'The ID token cannot be read';
}
