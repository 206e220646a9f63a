/**
 * The organization is over: nobody of it is let in any more, and nothing is done for it any more. What it kept is removed
 * from now on, a little at a time.
 */
export class OrganizationClosed {
  constructor(readonly organizationId: string) {}
}

/** Users of a closed organization are removed with their rows: whatever names them outside of it is to go. */
export class UsersErased {
  constructor(readonly users: readonly { id: string; email: string }[]) {}
}

/** Nothing of the organization is in the database any more. */
export class OrganizationErased {
  constructor(readonly organizationId: string) {}
}
