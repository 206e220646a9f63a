import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { OutboundHttpError } from '../../../integrations/outbound-http/outbound-http.errors.js';
import { OutboundHttp } from '../../../integrations/outbound-http/outbound-http.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { IdentityProviderService, type IdentityProviderView } from './identity-provider.service.js';
import { jsonObject, ProviderProblem, quote } from './provider-problem.js';
import { ID_TOKEN_ALGORITHMS } from './upstream/id-token-verifier.js';
import { ProviderClient } from './upstream/provider-client.service.js';
import {
  listOf,
  MAX_DOCUMENT_BYTES,
  ProviderMetadataService,
  type ProviderMetadata,
} from './upstream/provider-metadata.service.js';
import { signatureKeys } from './upstream/signature-keys.js';

export const CHECKS = [
  'domains',
  'discovery',
  'capabilities',
  'keys',
  'client',
  'redirect_uri',
  'userinfo',
  'email',
] as const;
export const CHECK_OUTCOMES = ['passed', 'warning', 'failed', 'skipped'] as const;

/** One step of the walk, and what came of it in words. */
export interface CheckResult {
  check: (typeof CHECKS)[number];
  outcome: (typeof CHECK_OUTCOMES)[number];
  message: string;
}

type Result = Omit<CheckResult, 'check'>;
const passed = (message: string): Result => ({ outcome: 'passed', message });
const warning = (message: string): Result => ({ outcome: 'warning', message });
const failed = (message: string): Result => ({ outcome: 'failed', message });
const skipped = (message: string): Result => ({ outcome: 'skipped', message });

/** Where the provider's endpoints are and, of OpenID Connect, what else it says of itself. */
interface Found {
  metadata: ProviderMetadata;
  document: Record<string, unknown> | null;
}

/** Walks as far towards a sign-in as one gets without a person, and says in words what is wrong. */
@Injectable()
export class ProviderCheck {
  private readonly logger = new Logger(ProviderCheck.name);

  constructor(
    private readonly providers: IdentityProviderService,
    private readonly metadata: ProviderMetadataService,
    private readonly client: ProviderClient,
    private readonly outbound: OutboundHttp,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws AppError NOT_FOUND */
  async run(principal: Principal, id: string): Promise<CheckResult[]> {
    const view = await this.providers.get(principal, id);
    const results = await this.walk(view);
    const problems = results.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
    await this.audit.record({
      action: 'identity_provider.tested',
      target: { type: 'identity_provider', id },
      result: problems.length === 0 ? 'success' : 'failure',
      details: { problems },
    });
    return results;
  }

  private async walk(view: IdentityProviderView): Promise<CheckResult[]> {
    const { provider } = view;
    let found: Found | null = null;
    const discovery = await this.attempt(view, async () => {
      found =
        provider.issuer === null
          ? { metadata: await this.metadata.of(provider), document: null }
          : await this.metadata.discover(provider.issuer);
      return provider.issuer === null
        ? skipped('Plain OAuth 2 has none: the addresses are as you gave them')
        : passed('The OpenID configuration is there and of this issuer');
    });
    const results: CheckResult[] = [
      { check: 'domains', ...domainsOf(view) },
      { check: 'discovery', ...discovery },
    ];
    const known = found as Found | null;
    if (known === null) return results;
    const { metadata, document } = known;
    results.push({ check: 'capabilities', ...capabilitiesOf(view, document) });
    results.push({ check: 'keys', ...(await this.attempt(view, () => this.keys(metadata))) });
    results.push({ check: 'client', ...(await this.attempt(view, () => this.credentials(view, metadata))) });
    results.push({ check: 'redirect_uri', ...(await this.attempt(view, () => this.redirect(view, metadata))) });
    results.push({ check: 'userinfo', ...(await this.attempt(view, () => this.userinfo(metadata))) });
    results.push({ check: 'email', ...emailOf(view) });
    return results;
  }

  /** What keeps a step from its end becomes its outcome, and the log has what the outcome does not say. */
  private async attempt({ provider }: IdentityProviderView, step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof OutboundHttpError || error instanceof ProviderProblem)) throw error;
      this.logger.warn({ err: error, identity_provider: provider.id }, 'an identity provider failed its check');
      return failed(error.message);
    }
  }

  private async keys({ jwksUri }: ProviderMetadata): Promise<Result> {
    if (jwksUri === null) return skipped('Plain OAuth 2 signs nothing');
    const { status, body } = await this.outbound.request(jwksUri, { maxBytes: MAX_DOCUMENT_BYTES });
    if (status !== 200) return failed(`jwks_uri answers ${status}`);
    const count = signatureKeys(jsonObject('jwks_uri', body))?.keys.length ?? 0;
    return count > 0 ? passed(`${count} keys for signatures`) : failed('jwks_uri has no key for signatures');
  }

  /** A code that cannot be right: a provider that knows the client complains of the code, another of the client. */
  private async credentials(
    { provider, redirectUri }: IdentityProviderView,
    metadata: ProviderMetadata,
  ): Promise<Result> {
    const credentials = { clientId: provider.client_id, clientSecret: this.providers.secretOf(provider) };
    const { status, body } = await this.client.askToken(metadata, credentials, {
      grant_type: 'authorization_code',
      code: randomBytes(16).toString('hex'),
      redirect_uri: redirectUri,
      code_verifier: randomBytes(32).toString('base64url'),
    });
    const said = `${quote(body.error)} ${quote(body.error_description)}`;
    if (body.error === 'invalid_grant') return passed('The provider accepts client_id and client_secret');
    if (body.error === 'invalid_client' || status === 401) {
      return failed(`The provider does not accept client_id and client_secret; it says ${said}`);
    }
    if (body.error === 'unauthorized_client') {
      return failed(`The client may not use the authorization code flow; the provider says ${said}`);
    }
    return warning(`Whether client_id and client_secret are right cannot be told; the provider says ${said}`);
  }

  /** Asks to be told, without any page, that nobody is signed in: only a registered address is told so. */
  private async redirect({ provider, redirectUri }: IdentityProviderView, metadata: ProviderMetadata): Promise<Result> {
    const url = new URL(metadata.authorizationEndpoint);
    const parameters = {
      response_type: 'code',
      client_id: provider.client_id,
      redirect_uri: redirectUri,
      scope: provider.scopes.join(' '),
      state: randomBytes(16).toString('hex'),
      nonce: randomBytes(16).toString('hex'),
      prompt: 'none',
      code_challenge: randomBytes(32).toString('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    try {
      const { status } = await this.outbound.request(url.href);
      if (status >= 500) return failed(`The authorization endpoint answers ${status}`);
      if (status >= 400) return failed(`The authorization endpoint refuses (${status}): ${register(redirectUri)}`);
      return warning(`The provider shows a page of its own, so it cannot be told. ${register(redirectUri)}`);
    } catch (error) {
      if (!(error instanceof OutboundHttpError) || error.failure !== 'redirect') throw error;
      return answerOf(error.location, redirectUri);
    }
  }

  private async userinfo({ userinfoEndpoint }: ProviderMetadata): Promise<Result> {
    if (userinfoEndpoint === null) return skipped('There is none: the ID token must have the e-mail address');
    const { status } = await this.outbound.request(userinfoEndpoint, { headers: { accept: 'application/json' } });
    if (status === 404 || status >= 500) return failed(`The userinfo endpoint answers ${status}`);
    return passed('The userinfo endpoint answers');
  }
}

/** Nobody signs in by a domain that is not verified. */
function domainsOf({ provider }: IdentityProviderView): Result {
  const missing = provider.domains.filter(({ verified_at }) => verified_at === null).map(({ domain }) => domain);
  if (missing.length === 0) return passed('The domains are verified');
  const words = `Nobody signs in by ${missing.join(', ')} before the TXT record is there and verified`;
  return missing.length === provider.domains.length ? failed(words) : warning(words);
}

/** What the OpenID configuration says the provider can do, as far as it says so. */
function capabilitiesOf({ provider }: IdentityProviderView, document: Found['document']): Result {
  if (document === null) return skipped('Plain OAuth 2 does not tell');
  const lacks = (name: string, value: string): boolean => listOf(document[name])?.includes(value) === false;
  if (lacks('response_types_supported', 'code')) return failed('The provider has no authorization code flow');
  const algorithms = listOf(document.id_token_signing_alg_values_supported);
  if (algorithms?.some((algorithm) => ID_TOKEN_ALGORITHMS.includes(algorithm)) === false) {
    return failed('The provider signs ID tokens by no asymmetric algorithm');
  }
  if (!provider.scopes.includes('openid')) return failed('openid must be among the scopes');
  const unknown = provider.scopes.filter((scope) => lacks('scopes_supported', scope));
  if (unknown.length > 0) return warning(`The provider does not list the scopes ${unknown.join(', ')}`);
  const methods = listOf(document.code_challenge_methods_supported);
  if (methods?.includes('S256') !== true) return warning('The provider does not say that it checks PKCE (S256)');
  return passed('Authorization code flow, PKCE, signatures and scopes are as needed');
}

function answerOf(location: string | null, redirectUri: string): Result {
  const url = location !== null && URL.canParse(location) ? new URL(location) : null;
  if (!url?.href.startsWith(redirectUri)) {
    return warning(`The provider leads to a page of its own, so it cannot be told. ${register(redirectUri)}`);
  }
  const error = url.searchParams.get('error');
  const isExpected = error === null || /^(login|interaction|consent|account_selection)_required$/.test(error);
  if (isExpected) return passed('The provider knows the client and the redirect URI');
  return failed(`The authorization endpoint says ${quote(error)} ${quote(url.searchParams.get('error_description'))}`);
}

function register(redirectUri: string): string {
  return `Register ${redirectUri} as redirect URI of this client_id`;
}

/** What cannot be seen before somebody signs in, but mostly goes wrong. */
function emailOf({ provider }: IdentityProviderView): Result {
  if (provider.kind === 'entra_id') {
    return warning(
      'Entra ID verifies no addresses by itself: add the optional claims email and xms_edov (or verified_primary_email) to the ID token',
    );
  }
  if (provider.issuer !== null && !provider.scopes.includes('email')) {
    return failed('email must be among the scopes: people are let in by a verified address');
  }
  return skipped('Whether addresses are verified (email_verified) shows when somebody signs in');
}
