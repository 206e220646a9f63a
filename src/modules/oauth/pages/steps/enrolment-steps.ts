import { Injectable } from '@nestjs/common';
import { isFresh } from '../../../../common/auth/access.guard.js';
import type { Principal } from '../../../../common/principal/principal.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { currentContext } from '../../../../common/context/request-context.js';
import { ActivateMfaMethodRequest } from '../../../auth/mfa/dto/mfa.request.js';
import { MfaMethodService } from '../../../auth/mfa/methods/mfa-method.service.js';
import { SessionService } from '../../../auth/sessions/session.service.js';
import { InteractionsService } from '../../server/interactions.service.js';
import { AccountSteps } from './account-steps.js';
import { fitting, textOf, type Form } from '../forms.js';
import { problemOf } from '../problems.js';
import { enrolmentPage, recoveryCodesPage } from '../views/enrolment.js';
import { PageRequests, type PageRequest } from '../page-requests.service.js';

/** Enrollment of a required second factor. Without it, every request of the application is rejected (mfa_enrollment_required). */
@Injectable()
export class EnrolmentSteps {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly interactions: InteractionsService,
    private readonly sessions: SessionService,
    private readonly methods: MfaMethodService,
    private readonly accounts: AccountSteps,
  ) {}

  show(pageRequest: PageRequest): Promise<void> {
    return this.demanded(pageRequest, async (user) => {
      const { state } = pageRequest;
      const context = this.pageRequests.contextOf(pageRequest);
      if (state.recoveryCodes) {
        return this.pageRequests.show(pageRequest, recoveryCodesPage({ context, codes: state.recoveryCodes }));
      }
      const principal = await this.inPerson(user.sessionId);
      // As in the API: someone at an open browser must not bind the account to their own phone.
      if (!isFresh(principal)) return this.signInAgain(pageRequest);
      if (!principal.credential.mfaMissing) return this.renewCodes(pageRequest, principal);
      state.app ??= await this.begin(principal);
      const { name: clientName } = pageRequest.interaction.client;
      const page = { context, clientName, user, problem: state.problem ?? null, setup: state.app };
      return this.pageRequests.show(pageRequest, enrolmentPage(page));
    });
  }

  takeCode(pageRequest: PageRequest, form: Form): Promise<void> {
    return this.demanded(pageRequest, async (user) => {
      const { state } = pageRequest;
      const answer = fitting(ActivateMfaMethodRequest, { code: textOf(form, 'code') });
      if (!state.app) return this.pageRequests.go(pageRequest, 'enrolment');
      if (!answer?.code) {
        state.problem = { field: 'code', message: 'Enter the 6-digit code.' };
        return this.pageRequests.go(pageRequest, 'enrolment');
      }
      const principal = await this.inPerson(user.sessionId);
      try {
        const { recoveryCodes } = await this.methods.activate(principal, state.app.methodId, { code: answer.code });
        delete state.app;
        if (recoveryCodes) state.recoveryCodes = recoveryCodes;
      } catch (error) {
        this.note(pageRequest, error);
      }
      return this.pageRequests.go(pageRequest, 'enrolment');
    });
  }

  takeKept(pageRequest: PageRequest): Promise<void> {
    return this.demanded(pageRequest, (user) => {
      delete pageRequest.state.recoveryCodes;
      return this.accounts.arrive(pageRequest, user.sessionId);
    });
  }

  /** Acts as the session's user, so that the audit trail names the actor. */
  private async inPerson(sessionId: string): Promise<Principal> {
    const principal = await this.sessions.authenticate(sessionId);
    const context = currentContext();
    if (context) context.principal = principal;
    return principal;
  }

  private async begin(principal: Principal): Promise<NonNullable<PageRequest['state']['app']>> {
    const { method, setup } = await this.methods.create(principal, { type: 'totp' });
    if (!setup) throw new Error('an authenticator app without a secret');
    return { methodId: method.id, secret: setup.secret, otpauthUri: setup.otpauth_uri };
  }

  /** The app was activated, but the recovery codes were not shown: the form was sent twice, or the response was lost. */
  private async renewCodes(pageRequest: PageRequest, principal: Principal): Promise<void> {
    pageRequest.state.recoveryCodes = await this.methods.renewRecoveryCodes(principal);
    delete pageRequest.state.app;
    return this.pageRequests.go(pageRequest, 'enrolment');
  }

  /** Shows why the code was rejected. Starts again if the pending method no longer exists. */
  private note({ state }: PageRequest, error: unknown): void {
    const { code, details } = error instanceof AppError ? error : { code: '', details: {} as AppError['details'] };
    // Activated by another window or by the same form sent twice.
    if (code === 'CONFLICT' && details['reason'] === 'mfa_method_active') return;
    if (code === 'NOT_FOUND') {
      delete state.app;
      state.problem = {
        field: null,
        message: 'The setup has expired. Remove the account from your app and scan the new QR code.',
      };
      return;
    }
    state.problem = problemOf(error, 'code');
  }

  private async signInAgain(pageRequest: PageRequest): Promise<void> {
    const { csrf } = pageRequest.state;
    await this.interactions.forgetAccount(pageRequest.request, pageRequest.reply);
    pageRequest.state = {
      csrf,
      problem: { field: null, message: 'Sign in again before you set up your second factor.' },
    };
    return this.pageRequests.go(pageRequest);
  }

  private demanded(
    pageRequest: PageRequest,
    step: (user: NonNullable<PageRequest['interaction']['signedInUser']>) => Promise<void>,
  ): Promise<void> {
    const { prompt, signedInUser } = pageRequest.interaction;
    return prompt === 'enrolment' && signedInUser ? step(signedInUser) : this.pageRequests.go(pageRequest);
  }
}
