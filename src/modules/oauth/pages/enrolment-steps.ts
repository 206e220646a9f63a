import { Injectable } from '@nestjs/common';
import { isFresh } from '../../../common/auth/access.guard.js';
import type { Principal } from '../../../common/auth/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { currentContext } from '../../../common/http/request-context.js';
import { ActivateMfaMethodRequest } from '../../auth/mfa/dto/mfa.request.js';
import { MfaMethodService } from '../../auth/mfa/methods/mfa-method.service.js';
import { SessionService } from '../../auth/sessions/session.service.js';
import { InteractionsService } from '../server/interactions.service.js';
import { AccountSteps } from './account-steps.js';
import { fitting, textOf, type Form } from './forms.js';
import { problemOf } from './problems.js';
import { enrolmentPage, recoveryCodesPage } from './views/enrolment.js';
import { Visits, type Visit } from './visits.js';

/**
 * Setting up the second factor that the organization demands of a user who has none, by the same service as `/auth/mfa/methods`.
 * Without it whatever the application got would be refused everywhere (mfa_enrollment_required).
 */
@Injectable()
export class EnrolmentSteps {
  constructor(
    private readonly visits: Visits,
    private readonly interactions: InteractionsService,
    private readonly sessions: SessionService,
    private readonly methods: MfaMethodService,
    private readonly accounts: AccountSteps,
  ) {}

  show(visit: Visit): Promise<void> {
    return this.demanded(visit, async (user) => {
      const { state } = visit;
      const context = this.visits.contextOf(visit);
      if (state.recoveryCodes) {
        return this.visits.show(visit, recoveryCodesPage({ context, codes: state.recoveryCodes }));
      }
      const principal = await this.inPerson(user.sessionId);
      // Like over the API: whoever finds a browser signed in must not bind its user's account to a phone of their own.
      if (!isFresh(principal)) return this.signInAgain(visit);
      if (!principal.credential.mfaMissing) return this.renewCodes(visit, principal);
      state.app ??= await this.begin(principal);
      const { name: clientName } = visit.interaction.client;
      const page = { context, clientName, user, problem: state.problem ?? null, setup: state.app };
      return this.visits.show(visit, enrolmentPage(page));
    });
  }

  takeCode(visit: Visit, form: Form): Promise<void> {
    return this.demanded(visit, async (user) => {
      const { state } = visit;
      const answer = fitting(ActivateMfaMethodRequest, { code: textOf(form, 'code') });
      if (!state.app) return this.visits.go(visit, 'enrolment');
      if (!answer?.code) {
        state.problem = { field: 'code', message: 'Enter the 6-digit code.' };
        return this.visits.go(visit, 'enrolment');
      }
      const principal = await this.inPerson(user.sessionId);
      try {
        const { recoveryCodes } = await this.methods.activate(principal, state.app.methodId, { code: answer.code });
        delete state.app;
        if (recoveryCodes) state.recoveryCodes = recoveryCodes;
      } catch (error) {
        this.note(visit, error);
      }
      return this.visits.go(visit, 'enrolment');
    });
  }

  /** The codes are kept: on with the session, which has had its second factor now. */
  takeKept(visit: Visit): Promise<void> {
    return this.demanded(visit, (user) => {
      delete visit.state.recoveryCodes;
      return this.accounts.arrive(visit, user.sessionId);
    });
  }

  /** As if the request had come with the session's token: the audit trail names who did it. */
  private async inPerson(sessionId: string): Promise<Principal> {
    const principal = await this.sessions.authenticate(sessionId);
    const context = currentContext();
    if (context) context.principal = principal;
    return principal;
  }

  private async begin(principal: Principal): Promise<NonNullable<Visit['state']['app']>> {
    const { method, setup } = await this.methods.create(principal, { type: 'totp' });
    if (!setup) throw new Error('an authenticator app without a secret');
    return { methodId: method.id, secret: setup.secret, otpauthUri: setup.otpauth_uri };
  }

  /** The app was set up, but its codes did not reach the browser: the form was sent twice, or the answer lost. */
  private async renewCodes(visit: Visit, principal: Principal): Promise<void> {
    visit.state.recoveryCodes = await this.methods.renewRecoveryCodes(principal);
    delete visit.state.app;
    return this.visits.go(visit, 'enrolment');
  }

  /** Why the code did not do; without the method that it was for, another is begun. */
  private note({ state }: Visit, error: unknown): void {
    const { code, details } = error instanceof AppError ? error : { code: '', details: {} as AppError['details'] };
    // By another window, or by the same form sent twice.
    if (code === 'CONFLICT' && details['reason'] === 'mfa_method_active') return;
    if (code === 'NOT_FOUND') {
      delete state.app;
      state.problem = {
        field: null,
        message: 'This took too long. Remove the account from your app and scan the new picture.',
      };
      return;
    }
    state.problem = problemOf(error, 'code');
  }

  private async signInAgain(visit: Visit): Promise<void> {
    const { csrf } = visit.state;
    await this.interactions.forgetAccount(visit.request, visit.reply);
    visit.state = { csrf, problem: { field: null, message: 'Sign in again before you set up your second factor.' } };
    return this.visits.go(visit);
  }

  private demanded(
    visit: Visit,
    step: (user: NonNullable<Visit['interaction']['signedInUser']>) => Promise<void>,
  ): Promise<void> {
    const { prompt, signedInUser } = visit.interaction;
    return prompt === 'enrolment' && signedInUser ? step(signedInUser) : this.visits.go(visit);
  }
}
