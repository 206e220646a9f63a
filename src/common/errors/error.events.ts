/** A security-relevant change was refused. Its transaction, if any, was rolled back. */
export class ChangeRefused {
  constructor(
    /** The refused action, such as `user.suspended`. */
    readonly action: string,
    readonly target: { type: string; id: string } | null,
    /** `details.reason` of the error, or `permission_missing`. */
    readonly reason: string,
  ) {}
}
