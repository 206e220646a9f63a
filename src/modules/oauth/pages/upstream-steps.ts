import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../common/errors/app-error.js';
import { MfaLogin } from '../../auth/mfa/mfa-login.service.js';
import { SignInService } from '../../auth/sign-in.service.js';
import { UserService } from '../../users/user.service.js';
import { IdentityProviderService } from '../identity-providers/identity-provider.service.js';
import { UpstreamLogin, type UpstreamSignIn } from '../identity-providers/upstream/upstream-login.service.js';
import { OAUTH_BASE } from '../server/oauth-paths.js';
import { AccountSteps } from './account-steps.js';
import { Arrivals } from './arrivals.service.js';
import { cookieOf, PageStates } from './page-state.js';
import { SecondFactorSteps } from './second-factor-steps.js';
import { leadTo, Visits, type Visit } from './visits.js';

/** Ties what comes back from a provider to the browser that was sent there. */
const COOKIE = 'amks_upstream';
/** As long as a provider may take. Seconds. */
const COOKIE_SECONDS = 600;

/** Signing in at the organization's own identity provider, which stands for the password and not for the second factor. */
@Injectable()
export class UpstreamSteps {
  constructor(
    private readonly visits: Visits,
    private readonly states: PageStates,
    private readonly accounts: AccountSteps,
    private readonly providers: IdentityProviderService,
    private readonly logins: UpstreamLogin,
    private readonly arrivals: Arrivals,
    private readonly users: UserService,
    private readonly signIns: SignInService,
    private readonly mfa: MfaLogin,
    private readonly secondFactor: SecondFactorSteps,
  ) {}

  /** Sends the browser to the provider of the address that was typed, wherever that is kept. */
  async begin(visit: Visit): Promise<void> {
    const { request, reply, interaction, state } = visit;
    const { email = '' } = state;
    const provider = await this.providers.offeredTo(email, interaction.client.organizationId);
    if (!provider) return this.visits.go(visit, 'password');
    const browser = cookieOf(request, COOKIE) ?? randomBytes(32).toString('base64url');
    try {
      const location = await this.logins.begin(provider.id, { uid: interaction.uid, browser, loginHint: email });
      // Also sent to the pages themselves: a second sign-in, in another tab, leaves the first one its cookie.
      const path = `${this.states.root}${OAUTH_BASE}`;
      this.states.setCookie(reply, COOKIE, browser, { path, seconds: COOKIE_SECONDS });
      await this.visits.leave(visit, location);
    } catch (error) {
      state.problem = { field: null, message: messageOf(error) };
      await this.visits.go(visit, 'password');
    }
  }

  /** The provider sent the browser back: on to the interaction that waits for it, with what came of it. */
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

  /** Under the path of the interaction, whose cookies say that this browser began it: the session, or the second factor. */
  async finish(visit: Visit): Promise<void> {
    const { arrival, csrf } = visit.state;
    const userId = arrival === undefined ? null : await this.arrivals.take(arrival);
    const user = userId === null ? null : await this.users.find(userId);
    if (user?.status !== 'active') return this.visits.go(visit);
    if (user.mfa_enabled) {
      visit.state = { csrf, email: user.email, federated: true };
      return this.secondFactor.begin(visit, await this.mfa.begin(user, 'fed'));
    }
    const proof = { methods: ['fed'], secondFactor: false } as const;
    const { session_id } = await this.signIns.start(user, this.visits.clientOf(visit), proof);
    await this.accounts.arrive(visit, session_id);
  }
}

/** @throws what is no error of a sign-in that is known */
function interactionOf(error: unknown): string {
  const uid = error instanceof AppError ? error.details['interaction'] : null;
  if (typeof uid !== 'string') throw error;
  return uid;
}

/** Messages of these errors are made for the person. @throws what is no AppError */
function messageOf(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  return `${error.message}.`;
}
