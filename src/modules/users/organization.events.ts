/** The organization was closed: nobody can sign in and nothing runs for it. Its data is deleted in batches from here on. */
export class OrganizationClosed {
  constructor(readonly organizationId: string) {}
}

/** Rows of a closed organization's users were deleted; handlers delete remaining references. */
export class UsersErased {
  constructor(readonly users: readonly { id: string; email: string }[]) {}
}

/** The organization's data has been deleted from the database. */
export class OrganizationErased {
  constructor(readonly organizationId: string) {}
}

/** An organization's documents are to be deleted, and the organization stays. */
export class OrganizationEmptied {
  constructor(readonly organizationId: string) {}
}
