import { Injectable } from '@nestjs/common';
import { MfaVerifyRequest } from '../../auth/mfa/dto/mfa.request.js';
import { MfaLogin, type MfaDemand } from '../../auth/mfa/mfa-login.service.js';
import { AccountSteps } from './account-steps.js';
import { fitting, jsonOf, textOf, type Form } from './forms.js';
import { isOver, problemOf } from './problems.js';
import { chooseFactorPage, codePage, recoveryPage, securityKeyPage } from './views/second-factor.js';
import type { Problem } from './views/layout.js';
import { Visits, type Visit } from './visits.js';

/** The second step of signing in, by the same service as `/auth/mfa/challenge` and `/auth/mfa/verify`. */
@Injectable()
export class SecondFactorSteps {
  constructor(
    private readonly visits: Visits,
    private readonly accounts: AccountSteps,
    private readonly logins: MfaLogin,
  ) {}

  /** After the right password, or the provider's word. Where there is one method there is nothing to choose. */
  begin(visit: Visit, { mfa_token, methods }: MfaDemand): Promise<void> {
    const [method, ...others] = methods;
    const { csrf, email = '', federated } = visit.state;
    visit.state = { csrf, email, mfaToken: mfa_token, ...(federated && { federated }) };
    return method && others.length === 0 ? this.choose(visit, method.id) : this.visits.go(visit, 'second-factor');
  }

  showChoice(visit: Visit): Promise<void> {
    return this.begun(visit, async (token) => {
      const methods = await this.logins.listMethods(token);
      await this.visits.show(visit, chooseFactorPage({ ...this.pageOf(visit), methods }));
    });
  }

  /** Sends the code, or makes the question for the key; chosen again, sends another. */
  choose(visit: Visit, methodId: string): Promise<void> {
    return this.begun(visit, async (token) => {
      const { state } = visit;
      const problem = await this.ask(visit, token, methodId);
      if (problem === null) {
        if (state.methodId === methodId) state.notice = 'We sent another code.';
        state.methodId = methodId;
        return this.visits.go(visit, 'second-factor/answer');
      }
      state.problem = problem;
      return this.visits.go(visit, state.methodId === methodId ? 'second-factor/answer' : 'second-factor');
    });
  }

  showAnswer(visit: Visit): Promise<void> {
    return this.begun(visit, async (token) => {
      const { methodId, keyOptions: options, notice = null } = visit.state;
      const methods = await this.logins.listMethods(token);
      const method = methods.find(({ id }) => id === methodId);
      if (!method) return this.visits.go(visit, 'second-factor');
      const page = { ...this.pageOf(visit), method, hasOthers: methods.length > 1, notice };
      const isKey = method.type === 'webauthn' && options;
      await this.visits.show(visit, isKey ? securityKeyPage({ ...page, options }) : codePage(page));
    });
  }

  takeAnswer(visit: Visit, form: Form): Promise<void> {
    const { methodId, keyOptions } = visit.state;
    return keyOptions
      ? this.verify(visit, 'credential', { method_id: methodId, credential: jsonOf(form, 'credential') })
      : this.verify(visit, 'code', { method_id: methodId, code: textOf(form, 'code') });
  }

  showRecovery(visit: Visit): Promise<void> {
    return this.begun(visit, () => this.visits.show(visit, recoveryPage(this.pageOf(visit))));
  }

  takeRecoveryCode(visit: Visit, form: Form): Promise<void> {
    return this.verify(visit, 'recovery_code', { recovery_code: textOf(form, 'recovery_code').trim() });
  }

  private verify(visit: Visit, field: keyof typeof MISSING, answer: object): Promise<void> {
    return this.begun(visit, async (token) => {
      const step = fitting(MfaVerifyRequest, { mfa_token: token, ...answer });
      const outcome = await this.attempt(visit, step, field);
      if ('session_id' in outcome) {
        return this.accounts.arrive(visit, outcome.session_id);
      }
      visit.state.problem = outcome;
      // The key's question is spent, whatever the answer was worth.
      if (field === 'credential') await this.ask(visit, token, visit.state.methodId ?? '');
      return this.visits.go(visit, field === 'recovery_code' ? 'second-factor/recovery' : 'second-factor/answer');
    });
  }

  private async attempt(
    visit: Visit,
    step: MfaVerifyRequest | null,
    field: keyof typeof MISSING,
  ): Promise<Problem | { session_id: string }> {
    if (!step) return { field, message: MISSING[field] };
    try {
      const first = visit.state.federated ? 'fed' : 'pwd';
      return await this.logins.verify(step, this.visits.clientOf(visit), first);
    } catch (error) {
      if (isOver(error)) throw error;
      return problemOf(error, field);
    }
  }

  /** Null when the method was asked, or needs no asking. */
  private async ask({ state }: Visit, token: string, methodId: string): Promise<Problem | null> {
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

  /** Runs the step while the password given before still counts; otherwise everything starts again. */
  private async begun(visit: Visit, step: (token: string) => Promise<void>): Promise<void> {
    const { mfaToken, csrf, email = '' } = visit.state;
    if (mfaToken === undefined) return this.visits.go(visit);
    try {
      return await step(mfaToken);
    } catch (error) {
      if (!isOver(error)) throw error;
      visit.state = { csrf, email, problem: { field: null, message: 'Your sign-in took too long. Sign in again.' } };
      return this.visits.go(visit);
    }
  }

  private pageOf(visit: Visit) {
    const { interaction, state } = visit;
    return {
      context: this.visits.contextOf(visit),
      clientName: interaction.client.name,
      problem: state.problem ?? null,
    };
  }
}

/** What is said of an answer that cannot be one, by its field. */
const MISSING = {
  code: 'Enter the 6-digit code.',
  recovery_code: 'Enter one of your recovery codes.',
  credential: 'The security key was not accepted. Try again, or use another method.',
};
