import type { User } from './user.entity.js';

export class UserInvited {
  constructor(
    readonly user: User,
    /** Whether an earlier invitation becomes invalid. */
    readonly isRepeated = false,
  ) {}
}

/** A service account or an account from an identity provider was created, which needs no acceptance. */
export class UserCreated {
  constructor(readonly user: User) {}
}

export class UserJoined {
  constructor(readonly user: User) {}
}

export class UserUpdated {
  constructor(
    readonly user: User,
    readonly changed: readonly string[],
  ) {}
}

export class UserSuspended {
  constructor(readonly user: User) {}
}

export class UserReactivated {
  constructor(readonly user: User) {}
}

export class UserUnlocked {
  constructor(readonly user: User) {}
}

/** All second factors of the account must be deleted. */
export class UserMfaReset {
  constructor(readonly user: User) {}
}

/** Handlers delete everything that belongs to the user alone. `user` is the earlier state; the row remains without name and address. */
export class UserRemoved {
  constructor(readonly user: User) {}
}
