import type { User } from './user.entity.js';

/** Someone was asked to join; an invitation is to be sent. */
export class UserInvited {
  constructor(
    readonly user: User,
    /** Whether they were before: the earlier invitation is void. */
    readonly isRepeated = false,
  ) {}
}

/** An account came into being that nobody has to accept: a service account, or one that an identity provider vouches for. */
export class UserCreated {
  constructor(readonly user: User) {}
}

/** Somebody who was invited has an account that they can use. */
export class UserJoined {
  constructor(readonly user: User) {}
}

export class UserUpdated {
  constructor(
    readonly user: User,
    /** Names of the fields that changed. */
    readonly changed: readonly string[],
  ) {}
}

/** The account may not be used until further notice: its sessions end. */
export class UserSuspended {
  constructor(readonly user: User) {}
}

export class UserReactivated {
  constructor(readonly user: User) {}
}

/** Failed sign-ins of the account are forgotten. */
export class UserUnlocked {
  constructor(readonly user: User) {}
}

/** All second factors of the account are to go, because their owner cannot use them any more. */
export class UserMfaReset {
  constructor(readonly user: User) {}
}

/**
 * The user is gone: sessions, keys, second factors and everything that is theirs alone is to go. `user` is as it was; the
 * row stays, without name and address, for what they leave to point at.
 */
export class UserRemoved {
  constructor(readonly user: User) {}
}
