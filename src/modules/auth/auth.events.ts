/**
 * Signal that a session, key or grant of the user of that id has ended or changed: a handler that still answers a request of
 * theirs looks again at what they may see.
 */
export const CALLER_SIGNAL = 'caller';

/** Whose account it is about. */
export interface AccountOwner {
  id: string;
  organization_id: string;
}

/** So many proofs of identity failed that for a time no more are taken. */
export class AccountLocked {
  constructor(
    readonly user: AccountOwner,
    readonly reason: 'login_attempts' | 'second_factor_attempts',
  ) {}
}

export type MfaChange = 'method_added' | 'method_removed' | 'recovery_codes_renewed' | 'reset';

/** What an account can be signed in to with, beside its password, is another. */
export class MfaChanged {
  constructor(
    readonly user: AccountOwner,
    readonly change: MfaChange,
  ) {}
}

/** A refresh token came a second time, from its user or a thief: the session has ended. */
export class RefreshReuseDetected {
  constructor(
    readonly user: AccountOwner,
    readonly sessionId: string,
  ) {}
}
