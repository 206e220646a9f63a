import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../../common/errors/app-error.js';
import { TOKEN_ISSUER } from '../../../auth/tokens/token.service.js';
import { MfaLogin } from '../../../auth/mfa/mfa-login.service.js';
import { SignInService } from '../../../auth/sign-in/sign-in.service.js';
import { UserService } from '../../../users/user.service.js';
import { IdentityProviderService } from '../../identity-providers/identity-provider.service.js';
import { SamlLogin } from '../../identity-providers/saml/saml-login.service.js';
import { UpstreamLogin, type UpstreamSignIn } from '../../identity-providers/upstream/upstream-login.service.js';
import { OAUTH_BASE } from '../../server/oauth-paths.js';
import { AccountSteps } from './account-steps.js';
import { Arrivals } from '../arrivals.service.js';
import type { Form } from '../forms.js';
import { cookieOf, PageStates } from '../page-state.js';
import { SecondFactorSteps } from './second-factor-steps.js';
import { leadTo, PageRequests, type PageRequest } from '../page-requests.service.js';

/** Binds the callback to the browser. */
const COOKIE = 'amks_upstream';
const COOKIE_SECONDS = 600;

/** Sign-in at the organization's identity provider, which replaces the password but not the second factor. */
@Injectable()
export class UpstreamSteps {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly states: PageStates,
    private readonly accounts: AccountSteps,
    private readonly providers: IdentityProviderService,
    private readonly logins: UpstreamLogin,
    private readonly saml: SamlLogin,
    private readonly arrivals: Arrivals,
    private readonly users: UserService,
    private readonly signIns: SignInService,
    private readonly mfa: MfaLogin,
    private readonly secondFactor: SecondFactorSteps,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
  ) {}

  /** Redirects to the provider of the typed address. */
  async begin(pageRequest: PageRequest): Promise<void> {
    const { request, reply, interaction, state } = pageRequest;
    const { email = '' } = state;
    const provider = await this.providers.offeredTo(email, interaction.client.organizationId);
    if (!provider) return this.pageRequests.go(pageRequest, 'password');
    const browser = cookieOf(request, COOKIE) ?? randomBytes(32).toString('base64url');
    try {
      const location = await this.logins.begin(provider.id, { uid: interaction.uid, browser, loginHint: email });
      // Also sent to the pages: a second sign-in in another tab reuses the cookie.
      const path = `${this.states.root}${OAUTH_BASE}`;
      this.states.setCookie(reply, COOKIE, browser, { path, seconds: COOKIE_SECONDS });
      await this.pageRequests.leave(pageRequest, location);
    } catch (error) {
      state.problem = { field: null, message: messageOf(error) };
      await this.pageRequests.go(pageRequest, 'password');
    }
  }

  async comeBack(request: FastifyRequest, reply: FastifyReply, providerId: string): Promise<void> {
    const query = request.query as Record<string, unknown>;
    const browser = cookieOf(request, COOKIE) ?? '';
    const state = this.states.create();
    let uid: string;
    try {
      const signIn: UpstreamSignIn = await this.logins.complete({ providerId, query, browser });
      uid = signIn.interactionUid;
      state.arrival = await this.arrivals.keep(signIn.user.id);
    } catch (error) {
      uid = interactionOf(error);
      state.problem = { field: null, message: messageOf(error) };
    }
    this.states.write(reply, uid, state);
    const path = this.states.pathOf(uid);
    await leadTo(reply, state.arrival === undefined ? path : `${path}/provider`);
  }

  /** A SAML response, which {@link comeBack} completes. */
  async receive(reply: FastifyReply, providerId: string, form: Form): Promise<void> {
    const [state, response] = [form['RelayState'], form['SAMLResponse']].map((value) =>
      typeof value === 'string' ? value : undefined,
    );
    await leadTo(reply, await this.saml.receive(providerId, { state, response, issuer: this.issuer }));
  }

  /** Runs under the interaction's path, where its cookies are sent. Continues with the session or the second factor. */
  async finish(pageRequest: PageRequest): Promise<void> {
    const { arrival, csrf } = pageRequest.state;
    const userId = arrival === undefined ? null : await this.arrivals.take(arrival);
    const user = userId === null ? null : await this.users.find(userId);
    if (user?.status !== 'active') return this.pageRequests.go(pageRequest);
    if (user.mfa_enabled) {
      pageRequest.state = { csrf, email: user.email, federated: true };
      return this.secondFactor.begin(pageRequest, await this.mfa.begin(user, 'fed'));
    }
    const proof = { methods: ['fed'], secondFactor: false } as const;
    const { session_id } = await this.signIns.start(user, this.pageRequests.clientOf(pageRequest), proof);
    await this.accounts.arrive(pageRequest, session_id);
  }
}

/** @throws unknown errors */
function interactionOf(error: unknown): string {
  const uid = error instanceof AppError ? error.details['interaction'] : null;
  if (typeof uid !== 'string') throw error;
  return uid;
}

/** The message is meant for users. @throws errors other than AppError */
function messageOf(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  return `${error.message}.`;
}
