import type { PackageError } from '../dto/package-states.js';

/** The package cannot be made, also not later. */
export class UnmakeableError extends Error {
  override readonly name = 'UnmakeableError';

  constructor(readonly code: PackageError) {
    super(`the package cannot be made: ${code}`);
  }
}
