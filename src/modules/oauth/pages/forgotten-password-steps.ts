import { Injectable } from '@nestjs/common';
import { ForgotPasswordRequest } from '../../auth/passwords/dto/password.request.js';
import { PasswordService } from '../../auth/passwords/password.service.js';
import { fitting, textOf, type Form } from './forms.js';
import { problemOf } from './problems.js';
import { forgottenPasswordPage, linkSentPage } from './views/forgotten-password.js';
import { Visits, type Visit } from './visits.js';

/** Asking for a new password, by the same service as `POST /auth/password/forgot`: the answer is the same for every address. */
@Injectable()
export class ForgottenPasswordSteps {
  constructor(
    private readonly visits: Visits,
    private readonly passwords: PasswordService,
  ) {}

  show(visit: Visit): Promise<void> {
    if (visit.interaction.prompt !== 'login') return this.visits.go(visit);
    return this.visits.show(
      visit,
      forgottenPasswordPage({ ...this.pageOf(visit), problem: visit.state.problem ?? null }),
    );
  }

  async takeEmail(visit: Visit, form: Form): Promise<void> {
    const { state, request } = visit;
    state.email = textOf(form, 'email').trim().slice(0, 320);
    const asked = fitting(ForgotPasswordRequest, { email: state.email });
    try {
      if (asked) await this.passwords.requestReset(asked.email, request.ip);
      else state.problem = { field: 'email', message: 'Enter an e-mail address, such as name@example.com.' };
    } catch (error) {
      state.problem = problemOf(error, 'email');
    }
    return this.visits.go(visit, state.problem ? 'forgotten-password' : 'forgotten-password/sent');
  }

  showSent(visit: Visit): Promise<void> {
    if (visit.state.email === undefined) return this.visits.go(visit);
    return this.visits.show(visit, linkSentPage(this.pageOf(visit)));
  }

  private pageOf(visit: Visit) {
    const { interaction, state } = visit;
    return {
      context: this.visits.contextOf(visit),
      clientName: interaction.client.name,
      email: state.email ?? interaction.loginHint ?? '',
    };
  }
}
