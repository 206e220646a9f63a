import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../common/errors/app-error.js';
import type { User } from '../../../users/user.service.js';
import { IdentityProviderService, type IdentityProviderView } from '../identity-provider.service.js';
import { ProviderProblem, quote } from '../provider-problem.js';
import { CodeFlow } from './code-flow.js';
import { identityOf, type IdentityRefusal } from './identity-claims.js';
import { SamlLogin } from '../saml/saml-login.service.js';
import { invalidState, LoginStates, randomText, type LoginProof } from './login-states.service.js';
import { ProviderClaims } from './provider-claims.service.js';
import { ProviderClient } from './provider-client.service.js';
import { providerFailed, ProviderFailures } from './provider-failures.service.js';
import { ProviderMetadataService, type ProviderMetadata } from './provider-metadata.service.js';
import { UpstreamAccounts, type AccountOrigin, type AccountRefusal } from './upstream-accounts.service.js';

const UPSTREAM_REFUSALS = {
  access_denied: 'The sign-in was canceled at the identity provider',
  subject_missing: 'The identity provider did not identify you',
  email_missing: 'The identity provider did not send your email address',
  email_unverified: 'The identity provider has not verified your email address',
  email_domain: 'The domain of your email address cannot sign in this way',
  // The exact reason would reveal accounts; the audit trail has it.
  not_admitted: 'You cannot sign in this way. Sign in with your password, or ask an administrator of your organization',
} as const;

type UpstreamRefusal = keyof typeof UPSTREAM_REFUSALS;

export interface UpstreamInteraction {
  uid: string;
  /** Random secret in a cookie, which binds the callback to this browser. */
  browser: string;
  /** The typed address, for the provider to fill in. */
  loginHint?: string;
}

export interface UpstreamCallback {
  providerId: string;
  /** Query parameters; repeated ones are lists, which are rejected. */
  query: Readonly<Record<string, unknown>>;
  browser: string;
}

export interface UpstreamSignIn {
  user: User;
  origin: AccountOrigin;
  providerId: string;
  interactionUid: string;
}

/** Authorization code flow with PKCE and a single-use state, or SAML. The caller starts the session and requires a second factor if enrolled. */
@Injectable()
export class UpstreamLogin {
  constructor(
    private readonly providers: IdentityProviderService,
    private readonly metadata: ProviderMetadataService,
    private readonly client: ProviderClient,
    private readonly claims: ProviderClaims,
    private readonly states: LoginStates,
    private readonly accounts: UpstreamAccounts,
    private readonly failures: ProviderFailures,
    private readonly saml: SamlLogin,
  ) {}

  /** Returns the redirect URL. @throws AppError NOT_FOUND (identity_provider), UPSTREAM_ERROR or UPSTREAM_TIMEOUT (identity_provider) */
  async begin(providerId: string, { uid, browser, loginHint }: UpstreamInteraction): Promise<string> {
    const view = await this.providers.getEnabled(providerId);
    const nonce = randomText();
    const keepVerifier = (verifier: string): Promise<string> =>
      this.states.keep(providerId, { uid, browser }, { verifier, nonce });
    return this.failures.reporting(view, uid, async () => {
      if (view.provider.kind === 'saml') return this.saml.begin(view, { uid, browser });
      const metadata = await this.metadata.of(view.provider);
      const parameters: Record<string, string> = {
        ...(metadata.issuer !== null && { nonce }),
        ...(loginHint !== undefined && { login_hint: loginHint }),
      };
      return this.flow(view, metadata, parameters, { keepVerifier }).begin();
    });
  }

  /**
   * Consumes the state in any case.
   * @throws AppError with `reason` and, for a valid state, `interaction` (the uid) in its details: INVALID_REQUEST (login_state: unknown,
   * used, expired, of another browser or provider; wrong_issuer), FORBIDDEN (access_denied; subject_missing, email_missing,
   * email_unverified, email_domain; not_admitted), UPSTREAM_ERROR and UPSTREAM_TIMEOUT (identity_provider), NOT_FOUND when the provider was
   * deleted or disabled meanwhile
   */
  async complete({ providerId, query, browser }: UpstreamCallback): Promise<UpstreamSignIn> {
    const parameters = textsOf(query);
    const { uid, proof } = await this.states.take(providerId, parameters.state, browser);
    const view = await this.providers.getEnabled(providerId);
    const claims =
      'verifier' in proof ? await this.claimsOf(view, uid, proof, parameters) : claimsOfResponse(view, uid, proof);
    const proven = view.provider.domains.filter(({ verified_at }) => verified_at !== null);
    const domains = proven.map(({ domain }) => domain);
    const identity = identityOf(view.provider.kind, claims, domains);
    if (typeof identity === 'string') return this.refuse(view, uid, identity, identity);
    const account = await this.accounts.resolve(view.provider, identity);
    if ('refusal' in account) return this.refuse(view, uid, 'not_admitted', account.refusal);
    return { ...account, providerId, interactionUid: uid };
  }

  private claimsOf(
    view: IdentityProviderView,
    uid: string,
    { verifier, nonce }: CodeProof,
    { state = '', code, error, error_description, iss }: Record<string, string | undefined>,
  ): Promise<Record<string, unknown>> {
    return this.failures.reporting(view, uid, async () => {
      const metadata = await this.metadata.of(view.provider);
      await this.requireIssuer(view, metadata, iss, uid);
      if (error === 'access_denied') await this.refuse(view, uid, 'access_denied', 'access_denied');
      if (error !== undefined || code === undefined) {
        throw new ProviderProblem(
          `The provider returned ${quote(error)} ${quote(error_description)} instead of a code`,
        );
      }
      const findVerifier = (): Promise<string> => Promise.resolve(verifier);
      const tokens = await this.flow(view, metadata, {}, { findVerifier }).complete(code, state);
      return this.claims.of(metadata, tokens, { clientId: view.provider.client_id, nonce });
    });
  }

  private flow(
    { provider, redirectUri }: IdentityProviderView,
    metadata: ProviderMetadata,
    authorizationParameters: Record<string, string>,
    store: { keepVerifier?: (verifier: string) => Promise<string>; findVerifier?: () => Promise<string> },
  ): CodeFlow {
    const credentials = { clientId: provider.client_id, clientSecret: this.providers.secretOf(provider) };
    const { keepVerifier = neverCalled, findVerifier = neverCalled } = store;
    return new CodeFlow({
      authorizationEndpoint: metadata.authorizationEndpoint,
      tokenEndpoint: metadata.tokenEndpoint,
      clientId: provider.client_id,
      redirectUri,
      scopes: provider.scopes,
      authorizationParameters,
      keepVerifier,
      findVerifier,
      exchange: (parameters) => this.client.exchange(metadata, credentials, parameters),
    });
  }

  /** RFC 9207: a response with another issuer, or without an announced one, is not for this login. */
  private async requireIssuer(
    view: IdentityProviderView,
    { issuer, namesIssuer }: ProviderMetadata,
    iss: string | undefined,
    uid: string,
  ): Promise<void> {
    if (issuer === null || (iss === undefined ? !namesIssuer : iss === issuer)) return;
    await this.failures.record(view, 'wrong_issuer');
    throw new AppError('INVALID_REQUEST', 'The response is not from the identity provider of this sign-in', {
      field: 'iss',
      issue: 'is another issuer',
      reason: 'wrong_issuer',
      interaction: uid,
    });
  }

  /** @param precisely for the audit trail */
  private async refuse(
    view: IdentityProviderView,
    uid: string,
    reason: UpstreamRefusal,
    precisely: IdentityRefusal | AccountRefusal | 'access_denied',
  ): Promise<never> {
    await this.failures.record(view, precisely);
    throw new AppError('FORBIDDEN', UPSTREAM_REFUSALS[reason], { reason, interaction: uid });
  }
}

type CodeProof = Extract<LoginProof, { verifier: string }>;

const neverCalled = (): Promise<never> => Promise.reject(new Error('not used in this part of the flow'));

/** The claims that a SAML response left for this browser. Its refusal was recorded then. */
function claimsOfResponse(
  view: IdentityProviderView,
  uid: string,
  proof: Exclude<LoginProof, CodeProof>,
): Record<string, unknown> {
  if ('claims' in proof) return proof.claims;
  throw 'refused' in proof ? providerFailed(view, uid) : invalidState();
}

function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  );
}
