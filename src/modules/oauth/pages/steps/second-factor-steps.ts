import { Injectable } from '@nestjs/common';
import { MfaVerifyRequest } from '../../../auth/mfa/dto/mfa.request.js';
import { MfaLogin, type MfaDemand } from '../../../auth/mfa/mfa-login.service.js';
import { AccountSteps } from './account-steps.js';
import { fitting, jsonOf, textOf, type Form } from '../forms.js';
import { isOver, problemOf } from '../problems.js';
import { chooseFactorPage, codePage, recoveryPage, securityKeyPage } from '../views/second-factor.js';
import type { Problem } from '../views/layout.js';
import { PageRequests, type PageRequest } from '../page-requests.service.js';

/** The second step of signing in, with the services behind `/auth/mfa/challenge` and `/auth/mfa/verify`. */
@Injectable()
export class SecondFactorSteps {
  constructor(
    private readonly pageRequests: PageRequests,
    private readonly accounts: AccountSteps,
    private readonly logins: MfaLogin,
  ) {}

  begin(pageRequest: PageRequest, { mfa_token, methods }: MfaDemand): Promise<void> {
    const [method, ...others] = methods;
    const { csrf, email = '', federated } = pageRequest.state;
    pageRequest.state = { csrf, email, mfaToken: mfa_token, ...(federated && { federated }) };
    return method && others.length === 0
      ? this.choose(pageRequest, method.id)
      : this.pageRequests.go(pageRequest, 'second-factor');
  }

  showChoice(pageRequest: PageRequest): Promise<void> {
    return this.begun(pageRequest, async (token) => {
      const methods = await this.logins.listMethods(token);
      await this.pageRequests.show(pageRequest, chooseFactorPage({ ...this.pageOf(pageRequest), methods }));
    });
  }

  /** Sends a code or creates a challenge. Selecting the method again sends another code. */
  choose(pageRequest: PageRequest, methodId: string): Promise<void> {
    return this.begun(pageRequest, async (token) => {
      const { state } = pageRequest;
      const problem = await this.ask(pageRequest, token, methodId);
      if (problem === null) {
        if (state.methodId === methodId) state.notice = 'We sent another code.';
        state.methodId = methodId;
        return this.pageRequests.go(pageRequest, 'second-factor/answer');
      }
      state.problem = problem;
      return this.pageRequests.go(pageRequest, state.methodId === methodId ? 'second-factor/answer' : 'second-factor');
    });
  }

  showAnswer(pageRequest: PageRequest): Promise<void> {
    return this.begun(pageRequest, async (token) => {
      const { methodId, keyOptions: options, notice = null } = pageRequest.state;
      const methods = await this.logins.listMethods(token);
      const method = methods.find(({ id }) => id === methodId);
      if (!method) return this.pageRequests.go(pageRequest, 'second-factor');
      const page = { ...this.pageOf(pageRequest), method, hasOthers: methods.length > 1, notice };
      const isKey = method.type === 'webauthn' && options;
      await this.pageRequests.show(pageRequest, isKey ? securityKeyPage({ ...page, options }) : codePage(page));
    });
  }

  takeAnswer(pageRequest: PageRequest, form: Form): Promise<void> {
    const { methodId, keyOptions } = pageRequest.state;
    return keyOptions
      ? this.verify(pageRequest, 'credential', { method_id: methodId, credential: jsonOf(form, 'credential') })
      : this.verify(pageRequest, 'code', { method_id: methodId, code: textOf(form, 'code') });
  }

  showRecovery(pageRequest: PageRequest): Promise<void> {
    return this.begun(pageRequest, () => this.pageRequests.show(pageRequest, recoveryPage(this.pageOf(pageRequest))));
  }

  takeRecoveryCode(pageRequest: PageRequest, form: Form): Promise<void> {
    return this.verify(pageRequest, 'recovery_code', { recovery_code: textOf(form, 'recovery_code').trim() });
  }

  private verify(pageRequest: PageRequest, field: keyof typeof MISSING, answer: object): Promise<void> {
    return this.begun(pageRequest, async (token) => {
      const step = fitting(MfaVerifyRequest, { mfa_token: token, ...answer });
      const outcome = await this.attempt(pageRequest, step, field);
      if ('session_id' in outcome) {
        return this.accounts.arrive(pageRequest, outcome.session_id);
      }
      pageRequest.state.problem = outcome;
      // A failed answer consumes the challenge.
      if (field === 'credential') await this.ask(pageRequest, token, pageRequest.state.methodId ?? '');
      return this.pageRequests.go(
        pageRequest,
        field === 'recovery_code' ? 'second-factor/recovery' : 'second-factor/answer',
      );
    });
  }

  private async attempt(
    pageRequest: PageRequest,
    step: MfaVerifyRequest | null,
    field: keyof typeof MISSING,
  ): Promise<Problem | { session_id: string }> {
    if (!step) return { field, message: MISSING[field] };
    try {
      const first = pageRequest.state.federated ? 'fed' : 'pwd';
      return await this.logins.verify(step, this.pageRequests.clientOf(pageRequest), first);
    } catch (error) {
      if (isOver(error)) throw error;
      return problemOf(error, field);
    }
  }

  private async ask({ state }: PageRequest, token: string, methodId: string): Promise<Problem | null> {
    try {
      const methods = await this.logins.listMethods(token);
      delete state.keyOptions;
      if (methods.find(({ id }) => id === methodId)?.type === 'totp') return null;
      const { public_key: options } = await this.logins.challenge(token, methodId);
      if (options) state.keyOptions = options;
      return null;
    } catch (error) {
      if (isOver(error)) throw error;
      return problemOf(error, 'code');
    }
  }

  /** Runs the step if the first factor is still valid; otherwise starts again. */
  private async begun(pageRequest: PageRequest, step: (token: string) => Promise<void>): Promise<void> {
    const { mfaToken, csrf, email = '' } = pageRequest.state;
    if (mfaToken === undefined) return this.pageRequests.go(pageRequest);
    try {
      return await step(mfaToken);
    } catch (error) {
      if (!isOver(error)) throw error;
      pageRequest.state = {
        csrf,
        email,
        problem: { field: null, message: 'Your sign-in has expired. Sign in again.' },
      };
      return this.pageRequests.go(pageRequest);
    }
  }

  private pageOf(pageRequest: PageRequest) {
    const { interaction, state } = pageRequest;
    return {
      context: this.pageRequests.contextOf(pageRequest),
      clientName: interaction.client.name,
      problem: state.problem ?? null,
    };
  }
}

const MISSING = {
  code: 'Enter the 6-digit code.',
  recovery_code: 'Enter one of your recovery codes.',
  credential: 'The security key was not accepted. Try again, or use another method.',
};
