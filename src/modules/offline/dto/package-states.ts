export const PACKAGE_STATES = ['building', 'ready', 'failed', 'expired'] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

/** What callers see. `superseded`: a revision is no longer current, or temporary revisions, the register or discrepancy reports changed. */
export const PACKAGE_STATUSES = [...PACKAGE_STATES, 'superseded'] as const;
export type PackageStatus = (typeof PACKAGE_STATUSES)[number];

/** Why nobody may work by a package any longer. */
export const OUTDATED_REASONS = [
  ...(['document_deleted', 'revision_withdrawn', 'revision_superseded', 'temporary_revision_changed'] as const),
  ...(['aircraft_changed', 'discrepancy_changed'] as const),
] as const;
export type OutdatedReason = (typeof OUTDATED_REASONS)[number];

/** Why a package could not be made: its documents changed meanwhile, a file is missing, the texts are too large, or the service failed. */
export const PACKAGE_ERRORS = [...OUTDATED_REASONS, 'file_missing', 'too_large', 'internal'] as const;
export type PackageError = (typeof PACKAGE_ERRORS)[number];
