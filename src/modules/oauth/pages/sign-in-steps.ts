import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { AuthService } from '../../auth/auth.service.js';
import { LoginRequest } from '../../auth/dto/auth.request.js';
import { IdentityProviderService } from '../identity-providers/identity-provider.service.js';
import { InteractionsService, type Interaction } from '../server/interactions.service.js';
import { AccountSteps } from './account-steps.js';
import { fitting, textOf, type Form } from './forms.js';
import { PasskeySteps } from './passkey-steps.js';
import { problemOf } from './problems.js';
import { SecondFactorSteps } from './second-factor-steps.js';
import { consentPage } from './views/consent.js';
import { emailPage, passwordPage } from './views/sign-in.js';
import { Visits, type Visit } from './visits.js';

/** Where the person is led for what is asked; null for signing in, which begins where everything does. */
const STEPS: Readonly<Record<Interaction['prompt'], string | null>> = {
  login: null,
  select_account: 'account',
  refusal: 'refusal',
  enrolment: 'enrolment',
  consent: 'consent',
};

/** Signing in with e-mail and password, by the same service as `POST /auth/login`, and consenting. */
@Injectable()
export class SignInSteps {
  constructor(
    private readonly visits: Visits,
    private readonly interactions: InteractionsService,
    private readonly auth: AuthService,
    private readonly providers: IdentityProviderService,
    private readonly secondFactor: SecondFactorSteps,
    private readonly accounts: AccountSteps,
    private readonly passkeys: PasskeySteps,
  ) {}

  /** Where every interaction begins: who is asked anything but to sign in is signed in already. */
  async showStart(visit: Visit): Promise<void> {
    const step = STEPS[visit.interaction.prompt];
    if (step !== null) return this.visits.go(visit, step);
    const passkey = await this.passkeys.offer(visit);
    return this.visits.show(visit, emailPage({ ...this.pageOf(visit), passkey }));
  }

  takeEmail(visit: Visit, form: Form): Promise<void> {
    const { state } = visit;
    state.email = textOf(form, 'email').trim().slice(0, 320);
    const isAddress = isEmail(state.email) && state.email.length <= 254;
    if (isAddress) return this.visits.go(visit, 'password');
    state.problem = { field: 'email', message: 'Enter an e-mail address, such as name@example.com.' };
    return this.visits.go(visit);
  }

  async showPassword(visit: Visit): Promise<void> {
    if (visit.state.email === undefined || visit.interaction.prompt !== 'login') return this.visits.go(visit);
    const provider = await this.providers.offeredTo(visit.state.email, visit.interaction.client.organizationId);
    return this.visits.show(visit, passwordPage({ ...this.pageOf(visit), provider }));
  }

  async takePassword(visit: Visit, form: Form): Promise<void> {
    const { state } = visit;
    const login = fitting(LoginRequest, { email: state.email, password: textOf(form, 'password') });
    if (!login) {
      state.problem = { field: 'password', message: 'Enter your password.' };
      return this.visits.go(visit, 'password');
    }
    const outcome = await this.auth
      .login(login.email, login.password, this.visits.clientOf(visit))
      .catch((error: unknown) => problemOf(error, 'password'));
    if ('session_id' in outcome) return this.accounts.arrive(visit, outcome.session_id);
    // Whoever came back from a provider before, and then gave a password, signs in by that.
    delete state.federated;
    if ('mfa_token' in outcome) return this.secondFactor.begin(visit, outcome);
    state.problem = outcome;
    return this.visits.go(visit, 'password');
  }

  showConsent(visit: Visit): Promise<void> {
    const { prompt, client, scopes, signedInUser: user } = visit.interaction;
    if (prompt !== 'consent' || user === null) return this.visits.go(visit);
    const context = this.visits.contextOf(visit);
    return this.visits.show(visit, consentPage({ context, clientName: client.name, user, scopes }));
  }

  /** Whatever is not `allow` is a refusal. */
  takeConsent({ interaction, request, reply }: Visit, form: Form): Promise<void> {
    const allowed = interaction.prompt === 'consent' && textOf(form, 'decision') === 'allow';
    return allowed ? this.interactions.consented(request, reply) : this.interactions.refused(request, reply);
  }

  cancel({ request, reply }: Visit): Promise<void> {
    return this.interactions.refused(request, reply);
  }

  private pageOf(visit: Visit) {
    const { interaction, state } = visit;
    return {
      context: this.visits.contextOf(visit),
      clientName: interaction.client.name,
      email: state.email ?? interaction.loginHint ?? '',
      problem: state.problem ?? null,
    };
  }
}
