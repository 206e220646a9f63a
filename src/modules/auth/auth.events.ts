/** Signal with a user id: a session, key or grant ended or changed. Handlers with an open response check access again. */
export const CALLER_SIGNAL = 'caller';

export interface AccountOwner {
  id: string;
  organization_id: string;
}

/** The limit of failed attempts was reached; further attempts are rejected for a time. */
export class AccountLocked {
  constructor(
    readonly user: AccountOwner,
    readonly reason: 'login_attempts' | 'second_factor_attempts',
  ) {}
}

export type MfaChange = 'method_added' | 'method_removed' | 'recovery_codes_renewed' | 'reset';

/** The set of second factors and passkeys changed. */
export class MfaChanged {
  constructor(
    readonly user: AccountOwner,
    readonly change: MfaChange,
  ) {}
}

/** A refresh token was reused, by its owner or a thief; the session has ended. */
export class RefreshReuseDetected {
  constructor(
    readonly user: AccountOwner,
    readonly sessionId: string,
  ) {}
}
