import { Injectable } from '@nestjs/common';
import { OutboundHttp } from '../../../../integrations/outbound-http/outbound-http.js';
import type { Endpoints } from '../endpoints.js';
import { jsonObject, ProviderProblem, quote } from '../provider-problem.js';

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
  /** All of what discovery brought. */
  document: Record<string, unknown>;
}

const KEEP_MS = 10 * 60 * 1000;
const MAX_KEPT = 500;

/** OpenID Connect Discovery 1.0, and what stands in for it where there is none. */
@Injectable()
export class ProviderMetadataService {
  private readonly kept = new Map<string, { metadata: ProviderMetadata; until: number }>();

  constructor(private readonly outbound: OutboundHttp) {}

  /**
   * At most ten minutes old.
   *
   * @throws OutboundHttpError, ProviderProblem
   */
  async of(endpoints: Endpoints): Promise<ProviderMetadata> {
    if (endpoints.issuer === null) return plain(endpoints);
    const kept = this.kept.get(endpoints.issuer);
    return kept && kept.until > Date.now() ? kept.metadata : this.discover(endpoints.issuer);
  }

  /** Asks the provider now. @throws OutboundHttpError, ProviderProblem */
  async discover(issuer: string): Promise<ProviderMetadata> {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body } = await this.outbound.request(address, { headers: { accept: 'application/json' } });
    if (status !== 200) {
      throw new ProviderProblem(
        `There is no OpenID configuration at ${address}: it answers ${status}. Check the issuer`,
      );
    }
    const metadata = this.read(issuer, jsonObject(address, body));
    this.keep(issuer, metadata);
    return metadata;
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
      document,
    };
  }

  private endpoint(document: Record<string, unknown>, name: string): string {
    const url = document[name];
    if (typeof url === 'string' && this.outbound.accepts(url)) return url;
    throw new ProviderProblem(`The OpenID configuration names no usable ${name}, an https:// address`);
  }

  private keep(issuer: string, metadata: ProviderMetadata): void {
    const [oldest] = this.kept.keys();
    if (this.kept.size >= MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    this.kept.set(issuer, { metadata, until: Date.now() + KEEP_MS });
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
    document: {},
  };
}
