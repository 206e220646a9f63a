import { Injectable } from '@nestjs/common';
import { ForgotPasswordRequest } from '../../../auth/passwords/dto/password.request.js';
import { PasswordService } from '../../../auth/passwords/password.service.js';
import { fitting, textOf, type Form } from '../forms.js';
import { problemOf } from '../problems.js';
import { forgottenPasswordPage, linkSentPage } from '../views/forgotten-password.js';
import { PageRequests, type PageRequest } from '../page-requests.service.js';

/** Requests a password reset with the service behind `POST /auth/password/forgot`; the response is the same for every address. */
@Injectable()
export class ForgottenPasswordSteps {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly passwords: PasswordService,
  ) {}

  show(pageRequest: PageRequest): Promise<void> {
    if (pageRequest.interaction.prompt !== 'login') return this.pageRequests.go(pageRequest);
    return this.pageRequests.show(
      pageRequest,
      forgottenPasswordPage({ ...this.pageOf(pageRequest), problem: pageRequest.state.problem ?? null }),
    );
  }

  async takeEmail(pageRequest: PageRequest, form: Form): Promise<void> {
    const { state, request } = pageRequest;
    state.email = textOf(form, 'email').trim().slice(0, 320);
    const asked = fitting(ForgotPasswordRequest, { email: state.email });
    try {
      if (asked) await this.passwords.requestReset(asked.email, request.ip);
      else state.problem = { field: 'email', message: 'Enter an email address, such as name@example.com.' };
    } catch (error) {
      state.problem = problemOf(error, 'email');
    }
    return this.pageRequests.go(pageRequest, state.problem ? 'forgotten-password' : 'forgotten-password/sent');
  }

  showSent(pageRequest: PageRequest): Promise<void> {
    if (pageRequest.state.email === undefined) return this.pageRequests.go(pageRequest);
    return this.pageRequests.show(pageRequest, linkSentPage(this.pageOf(pageRequest)));
  }

  private pageOf(pageRequest: PageRequest) {
    const { interaction, state } = pageRequest;
    return {
      context: this.pageRequests.contextOf(pageRequest),
      clientName: interaction.client.name,
      email: state.email ?? interaction.loginHint ?? '',
    };
  }
}
