import type { OfflinePackage } from './offline-package.entity.js';
import type { PackageError } from './dto/package-states.js';

type NamedPackage = Pick<OfflinePackage, 'id' | 'organization_id' | 'created_by'>;

/** A package can be downloaded. */
export class OfflinePackageReady {
  constructor(readonly made: NamedPackage) {}
}

/** A package is not made, and will not be. */
export class OfflinePackageFailed {
  constructor(
    readonly requested: NamedPackage,
    readonly error: PackageError,
  ) {}
}
