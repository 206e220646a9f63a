import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../../common/principal/principal.js';
import { Database } from '../../../../common/database/database.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { DomainEvents } from '../../../../common/events/domain-events.js';
import { newId } from '../../../../common/ids/type-id.js';
import { AuditTrail } from '../../../audit/audit.service.js';
import { UserService, type User } from '../../../users/user.service.js';
import { AccountMailQueue } from '../../account-mails/account-mail-queue.service.js';
import { MfaChanged, type MfaChange } from '../../auth.events.js';
import { sessionOf } from '../../sessions/current-session.js';
import { SessionService } from '../../sessions/session.service.js';
import type { Binding } from '../challenges/mfa-challenge.repository.js';
import type { Answer, Enrolment, TotpSetup } from '../factors/second-factor.js';
import { SecondFactorService, type IssuedChallenge } from '../factors/second-factor.service.js';
import { RecoveryCodes } from '../recovery-codes/recovery-code.service.js';
import type { MfaMethod, MfaType } from './mfa-method.entity.js';
import { MfaMethodRepository, type MfaRule } from './mfa-method.repository.js';

export interface NewMethod extends Enrolment {
  type: MfaType;
  label?: string;
}

export interface BegunMethod {
  method: MfaMethod;
  setup?: TotpSetup;
  challenge?: IssuedChallenge;
}

export interface ActivatedMethod {
  method: MfaMethod;
  recoveryCodes: string[] | null;
}

const METHODS_PER_ACCOUNT = 10;

@Injectable()
export class MfaMethodService {
  constructor(
    private readonly methods: MfaMethodRepository,
    private readonly factors: SecondFactorService,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: UserService,
    private readonly sessions: SessionService,
    private readonly audit: AuditTrail,
    private readonly mails: AccountMailQueue,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  list({ userId }: Principal): Promise<MfaMethod[]> {
    return this.methods.list(userId);
  }

  /**
   * Creates a pending method, which replaces a pending one of the same kind.
   * @throws AppError INVALID_REQUEST; FORBIDDEN (mfa_disabled); CONFLICT (mfa_method_limit; mfa_method_exists for a second email method);
   * errors of {@link SecondFactorService.challenge}
   */
  async create(principal: Principal, { type, label, ...enrolment }: NewMethod): Promise<BegunMethod> {
    const user = await this.users.get(principal.userId);
    const factor = this.factors.of(type);
    if (enrolment.passwordless && type !== 'webauthn') {
      throw AppError.invalid([{ field: 'passwordless', issue: 'is allowed for type webauthn only' }]);
    }
    const { columns, shown } = factor.prepare(user, enrolment);
    const method = newMethod(user, type, { label: label ?? factor.label, ...columns });
    const active = await this.db.transaction(async () => {
      refuseIfOff(await this.lock(principal));
      await this.methods.deletePending(user.id, type);
      const present = await this.methods.list(user.id);
      refuseOneTooMany(present, type);
      await this.methods.insert(method);
      return present.filter(({ activated_at }) => activated_at !== null);
    });
    if (shown) return { method, setup: shown };
    try {
      return { method, challenge: await this.factors.ask(user, method, bindingOf(principal), { active }) };
    } catch (error) {
      await this.methods.delete(user.id, method.id);
      throw error;
    }
  }

  /**
   * Activates a pending method with a proof. The account's first method creates recovery codes and ends the other sessions, which only a
   * password opened.
   * @throws AppError NOT_FOUND; CONFLICT (mfa_method_active); FORBIDDEN (mfa_disabled); UNAUTHORIZED (mfa_failed; revoked when the session
   * ends meanwhile, as for all changes here)
   */
  async activate(principal: Principal, id: string, answer: Answer): Promise<ActivatedMethod> {
    const pending = await this.find(principal.userId, id);
    if (pending.activated_at !== null) throw AppError.conflict('mfa_method_active', 'This method is already active');
    const factor = this.factors.of(pending.type);
    if ((await factor.verify(pending, answer, bindingOf(principal))) !== 'accepted') {
      // Not counted: five guesses void a sent code, and the caller was shown an app's secret.
      await this.record(principal, 'mfa.method_added', pending, 'mfa_failed');
      throw AppError.unauthorized('mfa', 'mfa_failed');
    }
    return this.db.transaction(async () => {
      refuseIfOff(await this.lock(principal));
      const isFirst = (await this.methods.listActive(principal.userId)).length === 0;
      if (!(await this.methods.activate(id))) throw AppError.notFound('mfa_method');
      await this.sessions.noteSecondFactor(sessionOf(principal), [factor.amr, 'mfa']);
      await this.record(principal, 'mfa.method_added', pending);
      await this.mails.notify('mfa_method_added', principal.userId);
      await this.tell(principal, 'method_added');
      const recoveryCodes = isFirst ? await this.begin(principal) : null;
      return { method: await this.find(principal.userId, id), recoveryCodes };
    });
  }

  /** @throws AppError NOT_FOUND; CONFLICT (mfa_required) for the last one where the organization requires one */
  async remove(principal: Principal, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const { demanded } = await this.lock(principal);
      const method = await this.find(principal.userId, id);
      await this.methods.delete(principal.userId, id);
      if (method.activated_at === null) return;
      const isLast = (await this.methods.listActive(principal.userId)).length === 0;
      if (isLast && demanded) {
        const message = 'Your organization requires a second factor. Add another before you remove this one';
        throw AppError.conflict('mfa_required', message);
      }
      if (isLast) {
        await this.recoveryCodes.deleteAll(principal.userId);
        await this.users.setMfaEnabled(principal.userId, false);
      }
      await this.record(principal, 'mfa.method_removed', method);
      await this.mails.notify('mfa_method_removed', principal.userId);
      await this.tell(principal, 'method_removed');
    });
  }

  /** Replaces earlier codes. @throws AppError CONFLICT (mfa_not_enabled) without a second factor */
  async renewRecoveryCodes(principal: Principal): Promise<string[]> {
    return this.db.transaction(async () => {
      await this.lock(principal);
      if ((await this.methods.listActive(principal.userId)).length === 0) {
        throw AppError.conflict('mfa_not_enabled', 'Recovery codes require a second factor. Add one first');
      }
      await this.mails.notify('recovery_codes_renewed', principal.userId);
      await this.tell(principal, 'recovery_codes_renewed');
      return this.newRecoveryCodes(principal);
    });
  }

  private async begin(principal: Principal): Promise<string[]> {
    await this.users.setMfaEnabled(principal.userId, true);
    await this.sessions.endAll(principal.userId, 'mfa_enabled', sessionOf(principal));
    return this.newRecoveryCodes(principal);
  }

  private async newRecoveryCodes(principal: Principal): Promise<string[]> {
    await this.audit.record({ action: 'mfa.recovery_codes_created', target: { type: 'user', id: principal.userId } });
    return this.recoveryCodes.renew(principal.userId);
  }

  private tell({ userId, organizationId }: Principal, change: MfaChange): Promise<void> {
    return this.events.emit(new MfaChanged({ id: userId, organization_id: organizationId }, change));
  }

  private record({ userId }: Principal, action: string, { id, type }: MfaMethod, failure?: string): Promise<void> {
    return this.audit.record({
      action,
      target: { type: 'user', id: userId },
      details: { method_id: id, type },
      ...(failure !== undefined && { result: 'failure', reason: failure }),
    });
  }

  private async find(userId: string, id: string): Promise<MfaMethod> {
    const method = (await this.methods.list(userId)).find((candidate) => candidate.id === id);
    if (!method) throw AppError.notFound('mfa_method');
    return method;
  }

  /** Checks the session under the user's lock: after a password reset, a stolen session must not add a factor. */
  private async lock(principal: Principal): Promise<MfaRule> {
    const rule = await this.methods.lockUser(principal.userId);
    await this.sessions.requireOpen(sessionOf(principal), principal.userId);
    if (!rule) throw AppError.notFound('user');
    return rule;
  }
}

function bindingOf(principal: Principal): Binding {
  return { purpose: 'activate', bound_to: sessionOf(principal) };
}

function refuseIfOff({ off }: MfaRule): void {
  if (off) throw new AppError('FORBIDDEN', 'Your organization has disabled second factors', { reason: 'mfa_disabled' });
}

function refuseOneTooMany(present: MfaMethod[], type: MfaType): void {
  if (present.length >= METHODS_PER_ACCOUNT) {
    throw AppError.conflict('mfa_method_limit', `An account can have at most ${METHODS_PER_ACCOUNT} second factors`);
  }
  if (type === 'email' && present.some((method) => method.type === 'email')) {
    throw AppError.conflict('mfa_method_exists', 'Codes by email are already active');
  }
}

function newMethod(
  user: User,
  type: MfaType,
  given: Pick<MfaMethod, 'label' | 'hint'> & Partial<MfaMethod>,
): MfaMethod {
  return {
    id: newId('mfa_method'),
    user_id: user.id,
    type,
    sealed_secret: null,
    last_used_step: null,
    sealed_phone: null,
    credential_id: null,
    public_key: null,
    sign_count: null,
    transports: null,
    aaguid: null,
    backup_eligible: null,
    backed_up: null,
    passwordless: false,
    activated_at: null,
    last_used_at: null,
    created_at: new Date(),
    ...given,
  };
}
