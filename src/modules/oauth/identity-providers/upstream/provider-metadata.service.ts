import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { OutboundHttp } from '../../../../integrations/outbound-http/outbound-http.js';
import type { Endpoints } from '../endpoints.js';
import { jsonObject, ProviderProblem, quote } from '../provider-problem.js';

export interface ProviderMetadata {
  /** Null for plain OAuth 2. */
  issuer: string | null;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userinfoEndpoint: string | null;
  /** Null for plain OAuth 2. */
  jwksUri: string | null;
  /** Whether client credentials are sent in the header instead of the body (RFC 6749, 2.3.1). */
  basicAuthentication: boolean;
  /** Whether authorization responses contain the issuer (RFC 9207). */
  namesIssuer: boolean;
}

/** The parsed metadata and the full discovery document, which is not cached. */
export interface Discovery {
  metadata: ProviderMetadata;
  document: Record<string, unknown>;
}

/** Actual documents have up to 20,000. */
export const MAX_DOCUMENT_BYTES = 128 * 1024;
const MAX_URL = 2000;
const KEEP_MS = 10 * 60 * 1000;
const MAX_KEPT = 500;

/** OpenID Connect Discovery 1.0, or the configured endpoints. */
@Injectable()
export class ProviderMetadataService {
  private readonly kept = new LRUCache<string, ProviderMetadata>({ max: MAX_KEPT, ttl: KEEP_MS });

  constructor(private readonly outbound: OutboundHttp) {}

  /** Cached for up to ten minutes. @throws OutboundHttpError, ProviderProblem */
  async of(endpoints: Endpoints): Promise<ProviderMetadata> {
    if (endpoints.issuer === null) return plain(endpoints);
    return this.kept.get(endpoints.issuer) ?? (await this.discover(endpoints.issuer)).metadata;
  }

  /** Not cached. @throws OutboundHttpError, ProviderProblem */
  async discover(issuer: string): Promise<Discovery> {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body } = await this.outbound.request(address, {
      headers: { accept: 'application/json' },
      maxBytes: MAX_DOCUMENT_BYTES,
    });
    if (status !== 200) {
      throw new ProviderProblem(`No OpenID configuration was found at ${address} (status ${status}). Check the issuer`);
    }
    const document = jsonObject(address, body);
    const metadata = this.read(issuer, document);
    this.kept.set(issuer, metadata);
    return { metadata, document };
  }

  private read(issuer: string, document: Record<string, unknown>): ProviderMetadata {
    if (document.issuer !== issuer) {
      throw new ProviderProblem(`The issuer must be exactly ${quote(document.issuer)}, as the provider publishes it`);
    }
    const methods = listOf(document.token_endpoint_auth_methods_supported) ?? ['client_secret_basic'];
    const isBasic = !methods.includes('client_secret_post');
    if (isBasic && !methods.includes('client_secret_basic')) {
      throw new ProviderProblem(
        'The provider does not accept client secrets. Supported methods are client_secret_basic and client_secret_post',
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
    throw new ProviderProblem(`The OpenID configuration has no valid ${name}, which must be an https:// URL`);
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
