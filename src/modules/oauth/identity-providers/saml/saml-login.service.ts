import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../common/errors/app-error.js';
import { IdentityProviderService, type IdentityProviderView } from '../identity-provider.service.js';
import { ProviderProblem } from '../provider-problem.js';
import { invalidState, LoginStates, type LoginProof, type PendingRequest } from '../upstream/login-states.service.js';
import { ProviderFailures } from '../upstream/provider-failures.service.js';
import { SamlAssertionRepository } from './saml-assertion.repository.js';
import { MAX_ASSERTION_AGE_MS, requestUrl, serviceMetadata, verifiedClaims } from './saml-exchange.js';

/** Longer than an assertion is accepted, in seconds. */
const KEPT_SECONDS = (6 * MAX_ASSERTION_AGE_MS) / 1000;

export interface SamlMessage {
  state: string | undefined;
  response: string | undefined;
  /** `iss` of a sign-in that a third party initiates (OpenID Connect Core 1.0, 4). */
  issuer: string;
}

/** Web browser single sign-on (SAML 2.0 Profiles, 4.1): the request by redirect, the response by a form of the provider's site. */
@Injectable()
export class SamlLogin {
  constructor(
    private readonly providers: IdentityProviderService,
    private readonly states: LoginStates,
    private readonly assertions: SamlAssertionRepository,
    private readonly failures: ProviderFailures,
  ) {}

  /** Returns the URL of the provider with the request. @throws ProviderProblem */
  async begin(view: IdentityProviderView, interaction: { uid: string; browser: string }): Promise<string> {
    const requestId = `_${randomBytes(20).toString('hex')}`;
    const state = await this.states.keep(view.provider.id, interaction, { requestId });
    return requestUrl(view, requestId, state);
  }

  /**
   * Verifies a response and returns where the browser continues. The sender proves nothing: the claims are kept for the browser that
   * began the login, which follows the redirect with its cookie.
   * @throws AppError NOT_FOUND, INVALID_REQUEST (login_state)
   */
  async receive(providerId: string, { state, response, issuer }: SamlMessage): Promise<string> {
    const view = await this.providers.getEnabled(providerId);
    if (view.provider.saml === null) throw AppError.notFound('identity_provider');
    const request = await this.states.findRequest(providerId, state);
    if (!request || state === undefined) return elsewhere(view.provider.saml.initiate_login_uri, issuer);
    const proof = await this.proofOf(view, request, response ?? '');
    if (!(await this.states.answer(request, proof))) throw invalidState();
    return `${view.redirectUri}?${new URLSearchParams({ state }).toString()}`;
  }

  /** @throws AppError NOT_FOUND */
  async metadata(providerId: string): Promise<string> {
    const view = await this.providers.getEnabled(providerId);
    if (view.provider.saml === null) throw AppError.notFound('identity_provider');
    return serviceMetadata(view);
  }

  /** A refused response uses the request up, too. */
  private async proofOf(
    view: IdentityProviderView,
    { login, requestId }: PendingRequest,
    response: string,
  ): Promise<LoginProof> {
    try {
      return await this.failures.reporting(view, login.interaction_uid, async () => {
        const { claims, assertionId } = await verifiedClaims(view, requestId, response);
        const isNew = await this.assertions.insert(view.provider.id, assertionId, KEPT_SECONDS);
        if (!isNew) throw new ProviderProblem('The assertion was used before');
        return { claims };
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'UPSTREAM_ERROR') return { refused: true };
      throw error;
    }
  }
}

/** A response that nobody requested, or too late. At most, the application starts a new sign-in. */
function elsewhere(initiateLoginUri: string | null, issuer: string): string {
  if (initiateLoginUri === null) throw invalidState();
  const url = new URL(initiateLoginUri);
  url.searchParams.set('iss', issuer);
  return url.href;
}
