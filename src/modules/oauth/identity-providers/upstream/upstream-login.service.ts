import { createHash, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Secrets } from '../../../../common/crypto/secrets.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { OutboundHttpError } from '../../../../integrations/outbound-http/outbound-http.errors.js';
import { AuditTrail } from '../../../audit/audit.service.js';
import type { User } from '../../../users/user.service.js';
import { IdentityProviderService, type IdentityProviderView } from '../identity-provider.service.js';
import { ProviderProblem, quote } from '../provider-problem.js';
import { CodeFlow } from './code-flow.js';
import { identityOf, type IdentityRefusal } from './identity-claims.js';
import { ProviderClaims } from './provider-claims.service.js';
import { ProviderClient } from './provider-client.service.js';
import { ProviderMetadataService, type ProviderMetadata } from './provider-metadata.service.js';
import { UpstreamAccounts, type AccountOrigin, type AccountRefusal } from './upstream-accounts.service.js';
import { UpstreamLoginRepository } from './upstream-login.repository.js';

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

/** Time limit for the user at the provider, in seconds. */
const LOGIN_SECONDS = 600;
const PURPOSE = 'upstream logins';

interface Proof {
  verifier: string;
  nonce: string;
}

/** Authorization code flow with PKCE and a single-use state. The caller starts the session and requires a second factor if enrolled. */
@Injectable()
export class UpstreamLogin {
  private readonly logger = new Logger(UpstreamLogin.name);

  constructor(
    private readonly providers: IdentityProviderService,
    private readonly metadata: ProviderMetadataService,
    private readonly client: ProviderClient,
    private readonly claims: ProviderClaims,
    private readonly logins: UpstreamLoginRepository,
    private readonly accounts: UpstreamAccounts,
    private readonly secrets: Secrets,
    private readonly audit: AuditTrail,
  ) {}

  /** Returns the redirect URL. @throws AppError NOT_FOUND (identity_provider), UPSTREAM_ERROR or UPSTREAM_TIMEOUT (identity_provider) */
  async begin(providerId: string, { uid, browser, loginHint }: UpstreamInteraction): Promise<string> {
    const view = await this.providers.getEnabled(providerId);
    const nonce = randomText();
    const keepVerifier = async (verifier: string): Promise<string> => {
      const state = randomText();
      await this.logins.insert(
        {
          state_hash: hashOf(state).toString('base64url'),
          provider_id: providerId,
          interaction_uid: uid,
          browser_hash: hashOf(browser),
          sealed_proof: this.seal({ verifier, nonce }),
        },
        LOGIN_SECONDS,
      );
      return state;
    };
    return this.reporting(view, uid, async () => {
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
    const { state, code, error, iss } = textsOf(query);
    // Without a cookie the state cannot be bound to a browser.
    const isBound = state !== undefined && browser !== '';
    const login = isBound ? await this.logins.take(hashOf(state).toString('base64url'), hashOf(browser)) : null;
    // A response at another provider's redirect URI indicates a mix-up attack.
    if (!login || state === undefined || login.provider_id !== providerId) {
      throw new AppError('INVALID_REQUEST', 'This sign-in is complete, has expired, or started in another browser', {
        field: 'state',
        issue: 'is invalid or has expired',
        reason: 'login_state',
      });
    }
    const uid = login.interaction_uid;
    const { verifier, nonce } = this.open(login.sealed_proof);
    const view = await this.providers.getEnabled(providerId);
    const claims = await this.reporting(view, uid, async () => {
      const metadata = await this.metadata.of(view.provider);
      await this.requireIssuer(view, metadata, iss, uid);
      if (error === 'access_denied') await this.refuse(view, uid, 'access_denied', 'access_denied');
      if (error !== undefined || code === undefined) {
        const description = quote(textsOf(query).error_description);
        throw new ProviderProblem(`The provider returned ${quote(error)} ${description} instead of a code`);
      }
      const findVerifier = (): Promise<string> => Promise.resolve(verifier);
      const tokens = await this.flow(view, metadata, {}, { findVerifier }).complete(code, state);
      return this.claims.of(metadata, tokens, { clientId: view.provider.client_id, nonce });
    });
    const proven = view.provider.domains.filter(({ verified_at }) => verified_at !== null);
    const domains = proven.map(({ domain }) => domain);
    const identity = identityOf(view.provider.kind, claims, domains);
    if (typeof identity === 'string') return this.refuse(view, uid, identity, identity);
    const account = await this.accounts.resolve(view.provider, identity);
    if ('refusal' in account) return this.refuse(view, uid, 'not_admitted', account.refusal);
    return { ...account, providerId, interactionUid: uid };
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
    await this.record(view, 'wrong_issuer');
    throw new AppError('INVALID_REQUEST', 'The response is not from the identity provider of this sign-in', {
      field: 'iss',
      issue: 'is another issuer',
      reason: 'wrong_issuer',
      interaction: uid,
    });
  }

  /** Maps provider errors to a generic error for the user, and logs the details. */
  private async reporting<T>(view: IdentityProviderView, uid: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutboundHttpError || error instanceof ProviderProblem)) throw error;
      const isLate = error instanceof OutboundHttpError && error.failure === 'timeout';
      this.logger.warn({ err: error, identity_provider: view.provider.id }, 'an identity provider failed');
      await this.record(view, 'identity_provider_failed', error.message);
      const details = { reason: 'identity_provider', interaction: uid };
      throw isLate
        ? new AppError('UPSTREAM_TIMEOUT', `${view.provider.name} did not respond in time`, details, { cause: error })
        : new AppError('UPSTREAM_ERROR', `Signing in through ${view.provider.name} failed`, details, { cause: error });
    }
  }

  /** @param precisely for the audit trail */
  private async refuse(
    view: IdentityProviderView,
    uid: string,
    reason: UpstreamRefusal,
    precisely: IdentityRefusal | AccountRefusal | 'access_denied',
  ): Promise<never> {
    await this.record(view, precisely);
    throw new AppError('FORBIDDEN', UPSTREAM_REFUSALS[reason], { reason, interaction: uid });
  }

  private record({ provider }: IdentityProviderView, reason: string, problem?: string): Promise<void> {
    return this.audit.record({
      action: 'auth.login',
      result: 'failure',
      reason,
      target: { type: 'identity_provider', id: provider.id },
      organization_id: provider.organization_id,
      details: problem === undefined ? {} : { problem },
    });
  }

  private seal(proof: Proof): Buffer {
    return this.secrets.encrypt(Buffer.from(JSON.stringify(proof)), PURPOSE);
  }

  private open(sealed: Buffer): Proof {
    return JSON.parse(this.secrets.decrypt(sealed, PURPOSE).toString('utf8')) as Proof;
  }
}

const randomText = (): string => randomBytes(32).toString('base64url');
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const neverCalled = (): Promise<never> => Promise.reject(new Error('not used in this part of the flow'));

function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  );
}
