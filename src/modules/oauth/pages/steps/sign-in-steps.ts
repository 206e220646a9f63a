import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { AuthService } from '../../../auth/auth.service.js';
import { LoginRequest } from '../../../auth/dto/auth.request.js';
import { IdentityProviderService } from '../../identity-providers/identity-provider.service.js';
import { InteractionsService, type Interaction } from '../../server/interactions.service.js';
import { AccountSteps } from './account-steps.js';
import { fitting, textOf, type Form } from '../forms.js';
import { PasskeySteps } from './passkey-steps.js';
import { problemOf } from '../problems.js';
import { SecondFactorSteps } from './second-factor-steps.js';
import { consentPage } from '../views/consent.js';
import { emailPage, passwordPage } from '../views/sign-in.js';
import { PageRequests, type PageRequest } from '../page-requests.service.js';

/** The step for each prompt; null for signing in, which is the start page. */
const STEPS: Readonly<Record<Interaction['prompt'], string | null>> = {
  login: null,
  select_account: 'account',
  refusal: 'refusal',
  enrolment: 'enrolment',
  consent: 'consent',
};

/** Sign-in with email and password, with the service behind `POST /auth/login`, and consent. */
@Injectable()
export class SignInSteps {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly interactions: InteractionsService,
    private readonly auth: AuthService,
    private readonly providers: IdentityProviderService,
    private readonly secondFactor: SecondFactorSteps,
    private readonly accounts: AccountSteps,
    private readonly passkeys: PasskeySteps,
  ) {}

  /** Start of every interaction. Prompts other than login require a signed-in user. */
  async showStart(pageRequest: PageRequest): Promise<void> {
    const step = STEPS[pageRequest.interaction.prompt];
    if (step !== null) return this.pageRequests.go(pageRequest, step);
    const passkey = await this.passkeys.offer(pageRequest);
    return this.pageRequests.show(pageRequest, emailPage({ ...this.pageOf(pageRequest), passkey }));
  }

  takeEmail(pageRequest: PageRequest, form: Form): Promise<void> {
    const { state } = pageRequest;
    state.email = textOf(form, 'email').trim().slice(0, 320);
    const isAddress = isEmail(state.email) && state.email.length <= 254;
    if (isAddress) return this.pageRequests.go(pageRequest, 'password');
    state.problem = { field: 'email', message: 'Enter an email address, such as name@example.com.' };
    return this.pageRequests.go(pageRequest);
  }

  async showPassword(pageRequest: PageRequest): Promise<void> {
    if (pageRequest.state.email === undefined || pageRequest.interaction.prompt !== 'login')
      return this.pageRequests.go(pageRequest);
    const provider = await this.providers.offeredTo(
      pageRequest.state.email,
      pageRequest.interaction.client.organizationId,
    );
    return this.pageRequests.show(pageRequest, passwordPage({ ...this.pageOf(pageRequest), provider }));
  }

  async takePassword(pageRequest: PageRequest, form: Form): Promise<void> {
    const { state } = pageRequest;
    const login = fitting(LoginRequest, { email: state.email, password: textOf(form, 'password') });
    if (!login) {
      state.problem = { field: 'password', message: 'Enter your password.' };
      return this.pageRequests.go(pageRequest, 'password');
    }
    const outcome = await this.auth
      .login(login.email, login.password, this.pageRequests.clientOf(pageRequest))
      .catch((error: unknown) => problemOf(error, 'password'));
    if ('session_id' in outcome) return this.accounts.arrive(pageRequest, outcome.session_id);
    // The password replaces an earlier sign-in at a provider.
    delete state.federated;
    if ('mfa_token' in outcome) return this.secondFactor.begin(pageRequest, outcome);
    state.problem = outcome;
    return this.pageRequests.go(pageRequest, 'password');
  }

  showConsent(pageRequest: PageRequest): Promise<void> {
    const { prompt, client, scopes, signedInUser: user } = pageRequest.interaction;
    if (prompt !== 'consent' || user === null) return this.pageRequests.go(pageRequest);
    const context = this.pageRequests.contextOf(pageRequest);
    return this.pageRequests.show(pageRequest, consentPage({ context, clientName: client.name, user, scopes }));
  }

  /** Anything but `allow` refuses. */
  takeConsent({ interaction, request, reply }: PageRequest, form: Form): Promise<void> {
    const allowed = interaction.prompt === 'consent' && textOf(form, 'decision') === 'allow';
    return allowed ? this.interactions.consented(request, reply) : this.interactions.refused(request, reply);
  }

  cancel({ request, reply }: PageRequest): Promise<void> {
    return this.interactions.refused(request, reply);
  }

  private pageOf(pageRequest: PageRequest) {
    const { interaction, state } = pageRequest;
    return {
      context: this.pageRequests.contextOf(pageRequest),
      clientName: interaction.client.name,
      email: state.email ?? interaction.loginHint ?? '',
      problem: state.problem ?? null,
    };
  }
}
