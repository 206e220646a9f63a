import { Injectable } from '@nestjs/common';
import { OutboundHttp } from '../../../../integrations/outbound-http/outbound-http.js';
import type { Endpoints } from '../endpoints.js';
import { jsonObject, ProviderProblem, quote } from '../provider-problem.js';
import { ExpiringMap } from './expiring-map.js';

/** Where a provider's endpoints are and how they want to be spoken to. */
export interface ProviderMetadata {
  /** Null for plain OAuth 2, which has none. */
  issuer: string | null;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userinfoEndpoint: string | null;
  /** Null for plain OAuth 2. */
  jwksUri: string | null;
  /** Whether the client's credentials go into the header rather than the body (RFC 6749, 2.3.1). */
  basicAuthentication: boolean;
  /** Whether answers of the authorization endpoint name their issuer (RFC 9207). */
  namesIssuer: boolean;
}

/** What a provider says of itself: what is needed of it, and all of it, which is not kept. */
export interface Discovery {
  metadata: ProviderMetadata;
  document: Record<string, unknown>;
}

/** Of documents that describe a provider: real ones have up to 20,000. */
export const MAX_DOCUMENT_BYTES = 128 * 1024;
const MAX_URL = 2000;
const KEEP_MS = 10 * 60 * 1000;
const MAX_KEPT = 500;

/** OpenID Connect Discovery 1.0, and what stands in for it where there is none. */
@Injectable()
export class ProviderMetadataService {
  private readonly kept = new ExpiringMap<ProviderMetadata>(KEEP_MS, MAX_KEPT);

  constructor(private readonly outbound: OutboundHttp) {}

  /**
   * At most ten minutes old.
   *
   * @throws OutboundHttpError, ProviderProblem
   */
  async of(endpoints: Endpoints): Promise<ProviderMetadata> {
    if (endpoints.issuer === null) return plain(endpoints);
    return this.kept.get(endpoints.issuer) ?? (await this.discover(endpoints.issuer)).metadata;
  }

  /** Asks the provider now. @throws OutboundHttpError, ProviderProblem */
  async discover(issuer: string): Promise<Discovery> {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body } = await this.outbound.request(address, {
      headers: { accept: 'application/json' },
      maxBytes: MAX_DOCUMENT_BYTES,
    });
    if (status !== 200) {
      throw new ProviderProblem(
        `There is no OpenID configuration at ${address}: it answers ${status}. Check the issuer`,
      );
    }
    const document = jsonObject(address, body);
    const metadata = this.read(issuer, document);
    this.kept.set(issuer, metadata);
    return { metadata, document };
  }

  private read(issuer: string, document: Record<string, unknown>): ProviderMetadata {
    if (document.issuer !== issuer) {
      throw new ProviderProblem(
        `The provider calls itself ${quote(document.issuer)}: give exactly that as issuer, to the last character`,
      );
    }
    const methods = listOf(document.token_endpoint_auth_methods_supported) ?? ['client_secret_basic'];
    const isBasic = !methods.includes('client_secret_post');
    if (isBasic && !methods.includes('client_secret_basic')) {
      throw new ProviderProblem(
        'The provider takes no client secret; only client_secret_basic and _post are spoken here',
      );
    }
    return {
      issuer,
      authorizationEndpoint: this.endpoint(document, 'authorization_endpoint'),
      tokenEndpoint: this.endpoint(document, 'token_endpoint'),
      userinfoEndpoint: document.userinfo_endpoint === undefined ? null : this.endpoint(document, 'userinfo_endpoint'),
      jwksUri: this.endpoint(document, 'jwks_uri'),
      basicAuthentication: isBasic,
      namesIssuer: document.authorization_response_iss_parameter_supported === true,
    };
  }

  private endpoint(document: Record<string, unknown>, name: string): string {
    const url = document[name];
    if (typeof url === 'string' && url.length <= MAX_URL && this.outbound.accepts(url)) return url;
    throw new ProviderProblem(`The OpenID configuration names no usable ${name}, an https:// address`);
  }
}

export function listOf(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;
}

function plain({ authorization_url, token_url, userinfo_url }: Endpoints): ProviderMetadata {
  if (authorization_url === null || token_url === null) throw new Error('neither issuer nor addresses');
  return {
    issuer: null,
    authorizationEndpoint: authorization_url,
    tokenEndpoint: token_url,
    userinfoEndpoint: userinfo_url,
    jwksUri: null,
    basicAuthentication: false,
    namesIssuer: false,
  };
}
