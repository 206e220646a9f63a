import { Inject, Injectable } from '@nestjs/common';
import { PasskeyVerifyRequest } from '../../../auth/passkeys/dto/passkey.request.js';
import { PasskeyLogin } from '../../../auth/passkeys/passkey-login.service.js';
import { TOKEN_ISSUER } from '../../../auth/tokens/token.service.js';
import { AccountSteps } from './account-steps.js';
import { fitting, jsonOf, type Form } from '../forms.js';
import { problemOf } from '../problems.js';
import { PageRequests, type PageRequest } from '../page-requests.service.js';

const NOT_USED = 'The passkey was not used. Try again, or enter your email address.';

/** Passkey sign-in on the first page, with the service behind `POST /auth/passkey/verify`. */
@Injectable()
export class PasskeySteps {
  private readonly isOffered: boolean;

  constructor(
    private readonly pageRequests: PageRequests,
    private readonly accounts: AccountSteps,
    private readonly logins: PasskeyLogin,
    @Inject(TOKEN_ISSUER) issuer: string,
  ) {
    this.isOffered = logins.worksAt(issuer);
  }

  /** Browser options for a passkey; null where passkeys do not work on the service's own pages. */
  async offer({ state }: PageRequest): Promise<object | null> {
    if (!this.isOffered) return null;
    const { challenge_id, public_key } = await this.logins.ask();
    state.passkeyChallenge = challenge_id;
    return public_key;
  }

  async take(pageRequest: PageRequest, form: Form): Promise<void> {
    const { state } = pageRequest;
    const answer = { challenge_id: state.passkeyChallenge, credential: jsonOf(form, 'credential') };
    const step = fitting(PasskeyVerifyRequest, answer);
    const outcome = step ? await this.attempt(pageRequest, step) : { message: NOT_USED };
    if ('session_id' in outcome) {
      pageRequest.state = { csrf: state.csrf };
      return this.accounts.arrive(pageRequest, outcome.session_id);
    }
    state.problem = { field: null, message: outcome.message };
    return this.pageRequests.go(pageRequest);
  }

  private attempt(
    pageRequest: PageRequest,
    step: PasskeyVerifyRequest,
  ): Promise<{ session_id: string } | { message: string }> {
    const client = this.pageRequests.clientOf(pageRequest);
    return this.logins.verify(step, client).catch((error: unknown) => problemOf(error, 'passkey'));
  }
}
