import { Inject, Injectable } from '@nestjs/common';
import { PasskeyVerifyRequest } from '../../auth/passkeys/dto/passkey.request.js';
import { PasskeyLogin } from '../../auth/passkeys/passkey-login.service.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { AccountSteps } from './account-steps.js';
import { fitting, jsonOf, type Form } from './forms.js';
import { problemOf } from './problems.js';
import { Visits, type Visit } from './visits.js';

const NOT_USED = 'The passkey was not used. Try again, or enter your e-mail address.';

/** Signing in by passkey on the first page, by the same service as `POST /auth/passkey/verify`. */
@Injectable()
export class PasskeySteps {
  private readonly isOffered: boolean;

  constructor(
    private readonly visits: Visits,
    private readonly accounts: AccountSteps,
    private readonly logins: PasskeyLogin,
    @Inject(TOKEN_ISSUER) issuer: string,
  ) {
    this.isOffered = logins.worksAt(issuer);
  }

  /** What the browser is to ask the person's passkey; null where passkeys do not work on the service's own pages. */
  async offer({ state }: Visit): Promise<object | null> {
    if (!this.isOffered) return null;
    const { challenge_id, public_key } = await this.logins.ask();
    state.passkeyChallenge = challenge_id;
    return public_key;
  }

  async take(visit: Visit, form: Form): Promise<void> {
    const { state } = visit;
    const answer = { challenge_id: state.passkeyChallenge, credential: jsonOf(form, 'credential') };
    const step = fitting(PasskeyVerifyRequest, answer);
    const outcome = step ? await this.attempt(visit, step) : { message: NOT_USED };
    if ('session_id' in outcome) {
      visit.state = { csrf: state.csrf };
      return this.accounts.arrive(visit, outcome.session_id);
    }
    state.problem = { field: null, message: outcome.message };
    return this.visits.go(visit);
  }

  private attempt(visit: Visit, step: PasskeyVerifyRequest): Promise<{ session_id: string } | { message: string }> {
    const client = this.visits.clientOf(visit);
    return this.logins.verify(step, client).catch((error: unknown) => problemOf(error, 'passkey'));
  }
}
