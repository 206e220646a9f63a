import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { OutboundHttpError } from '../../../integrations/outbound-http/outbound-http.errors.js';
import { OutboundHttp } from '../../../integrations/outbound-http/outbound-http.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { IdentityProviderService, type IdentityProviderView } from './identity-provider.service.js';
import { jsonObject, ProviderProblem, quote } from './provider-problem.js';
import { samlChecks } from './saml/saml-check.js';
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

interface Found {
  metadata: ProviderMetadata;
  document: Record<string, unknown> | null;
}

/** Checks a provider's configuration as far as possible without a user, and explains problems. */
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
    if (provider.kind === 'saml') return [{ check: 'domains', ...domainsOf(view) }, ...samlChecks(view)];
    let found: Found | null = null;
    const discovery = await this.attempt(view, async () => {
      found =
        provider.issuer === null
          ? { metadata: await this.metadata.of(provider), document: null }
          : await this.metadata.discover(provider.issuer);
      return provider.issuer === null
        ? skipped('Plain OAuth 2 has no discovery document; the configured URLs are used')
        : passed('The OpenID configuration was found and matches the issuer');
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

  /** Turns an exception of a step into its outcome, and logs the details. */
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
    return count > 0 ? passed(`${count} signature keys`) : failed('jwks_uri has no signature key');
  }

  /** Sends an invalid code: the error shows whether the provider accepts the client credentials. */
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
      return failed(`The provider rejects client_id and client_secret: ${said}`);
    }
    if (body.error === 'unauthorized_client') {
      return failed(`The provider does not allow the authorization code flow for the client: ${said}`);
    }
    return warning(`client_id and client_secret could not be verified. The provider responded: ${said}`);
  }

  /** Sends `prompt=none`: only a registered redirect URI receives the error. */
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
      if (status >= 500) return failed(`The authorization endpoint responded with ${status}`);
      if (status >= 400)
        return failed(`The authorization endpoint rejected the request (${status}). ${register(redirectUri)}`);
      return warning(`The provider shows a page, so the redirect URI could not be verified. ${register(redirectUri)}`);
    } catch (error) {
      if (!(error instanceof OutboundHttpError) || error.failure !== 'redirect') throw error;
      return answerOf(error.location, redirectUri);
    }
  }

  private async userinfo({ userinfoEndpoint }: ProviderMetadata): Promise<Result> {
    if (userinfoEndpoint === null) return skipped('No userinfo endpoint: the ID token must contain the email address');
    const { status } = await this.outbound.request(userinfoEndpoint, { headers: { accept: 'application/json' } });
    if (status === 404 || status >= 500) return failed(`The userinfo endpoint responded with ${status}`);
    return passed('The userinfo endpoint responds');
  }
}

function domainsOf({ provider }: IdentityProviderView): Result {
  const missing = provider.domains.filter(({ verified_at }) => verified_at === null).map(({ domain }) => domain);
  if (missing.length === 0) return passed('The domains are verified');
  const words = `Verify the TXT records first: users cannot sign in with ${missing.join(', ')}`;
  return missing.length === provider.domains.length ? failed(words) : warning(words);
}

function capabilitiesOf({ provider }: IdentityProviderView, document: Found['document']): Result {
  if (document === null) return skipped('Plain OAuth 2 does not publish its capabilities');
  const lacks = (name: string, value: string): boolean => listOf(document[name])?.includes(value) === false;
  if (lacks('response_types_supported', 'code'))
    return failed('The provider does not support the authorization code flow');
  const algorithms = listOf(document.id_token_signing_alg_values_supported);
  if (algorithms?.some((algorithm) => ID_TOKEN_ALGORITHMS.includes(algorithm)) === false) {
    return failed('The provider does not sign ID tokens with an asymmetric algorithm');
  }
  if (!provider.scopes.includes('openid')) return failed('openid must be among the scopes');
  const unknown = provider.scopes.filter((scope) => lacks('scopes_supported', scope));
  if (unknown.length > 0) return warning(`The provider does not list the scopes ${unknown.join(', ')}`);
  const methods = listOf(document.code_challenge_methods_supported);
  if (methods?.includes('S256') !== true) return warning('The provider does not announce support for PKCE (S256)');
  return passed('Authorization code flow, PKCE, signatures and scopes are supported');
}

function answerOf(location: string | null, redirectUri: string): Result {
  const url = location !== null && URL.canParse(location) ? new URL(location) : null;
  if (!url?.href.startsWith(redirectUri)) {
    return warning(
      `The provider redirects to another page, so the redirect URI could not be verified. ${register(redirectUri)}`,
    );
  }
  const error = url.searchParams.get('error');
  const isExpected = error === null || /^(login|interaction|consent|account_selection)_required$/.test(error);
  if (isExpected) return passed('The provider knows the client and the redirect URI');
  return failed(
    `The authorization endpoint returned ${quote(error)} ${quote(url.searchParams.get('error_description'))}`,
  );
}

function register(redirectUri: string): string {
  return `Register ${redirectUri} as a redirect URI of this client_id`;
}

/** Warns about common problems that only a sign-in would reveal. */
function emailOf({ provider }: IdentityProviderView): Result {
  if (provider.kind === 'entra_id') {
    return warning(
      'Entra ID does not verify addresses by default: add the optional claims email and xms_edov (or verified_primary_email) to the ID token',
    );
  }
  if (provider.issuer !== null && !provider.scopes.includes('email')) {
    return failed('email must be among the scopes: users sign in with a verified address');
  }
  return skipped('Verified addresses (email_verified) can be checked only with a sign-in');
}
