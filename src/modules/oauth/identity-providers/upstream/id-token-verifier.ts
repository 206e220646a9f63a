import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import { OutboundHttpError } from '../../../../integrations/outbound-http/outbound-http.errors.js';
import { OutboundHttp } from '../../../../integrations/outbound-http/outbound-http.js';
import { jsonObject, ProviderProblem, quote } from '../provider-problem.js';
import { ExpiringMap } from './expiring-map.js';
import { MAX_DOCUMENT_BYTES } from './provider-metadata.service.js';
import { signatureKeys } from './signature-keys.js';

/** Whom an ID token must come from, and whom it must be for. */
export interface IdTokenTerms {
  issuer: string;
  jwksUri: string;
  clientId: string;
  nonce: string;
}

/** Asymmetric alone: with HS256 whoever has the client secret could make tokens, and `none` is anybody's. */
export const ID_TOKEN_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** How far clocks may be apart. Seconds. */
const CLOCK_TOLERANCE = 60;
/** A key that is not known makes the set be fetched again, so that rotation goes unnoticed, but not more often than this. */
const COOLDOWN_MS = 1_000;
const KEEP_MS = 10 * 60 * 1000;
const MAX_KEPT = 500;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** ID tokens of identity providers (OpenID Connect Core 1.0, 3.1.3.7). */
@Injectable()
export class IdTokenVerifier {
  private readonly keySets = new ExpiringMap<KeySet>(KEEP_MS, MAX_KEPT);

  constructor(private readonly outbound: OutboundHttp) {}

  /**
   * The claims of a token that is signed by the issuer's present keys, for this client, for this login, and not over.
   *
   * @throws ProviderProblem saying what does not hold; OutboundHttpError when the keys cannot be had
   */
  async verify(token: string, { issuer, jwksUri, clientId, nonce }: IdTokenTerms): Promise<JWTPayload> {
    const payload = await this.signed(token, issuer, jwksUri, clientId);
    if (payload.nonce !== nonce) throw new ProviderProblem('The ID token is not for this login: its nonce is another');
    // Between several audiences it must say who asked for it; and where it says so, it must be us.
    const isOurs = payload.azp === clientId || (payload.azp === undefined && [payload.aud].flat().length === 1);
    if (!isOurs) throw new ProviderProblem('The ID token was given to another client');
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

  /** No more of the answer than is needed, since it is kept. */
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
  if (error instanceof errors.JWTExpired) return 'The ID token has expired: the clocks may be apart';
  if (error instanceof errors.JWTClaimValidationFailed) return `The ID token’s ${quote(error.claim)} does not fit`;
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The ID token is not signed by an asymmetric algorithm';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The ID token’s signature is wrong';
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return 'The ID token is signed by a key that is not among the provider’s';
  }
  if (error instanceof errors.JWKSInvalid) return 'What is at jwks_uri is no set of keys';
  return 'The ID token cannot be read';
}
