/** A request for a change that matters was refused; the transaction of it, if there was one, is rolled back. */
export class ChangeRefused {
  constructor(
    /** What it would have been, such as `user.suspended`. */
    readonly action: string,
    readonly target: { type: string; id: string } | null,
    /** A short code: `details.reason` of the error, `permission_missing` without one. */
    readonly reason: string,
  ) {}
}
