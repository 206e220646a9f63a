import { OUTDATED_REASONS } from '../outdated.js';

export const PACKAGE_STATES = ['building', 'ready', 'failed', 'expired'] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

/** What callers see. `superseded`: a revision is no longer current, or a temporary revision changed. */
export const PACKAGE_STATUSES = [...PACKAGE_STATES, 'superseded'] as const;
export type PackageStatus = (typeof PACKAGE_STATUSES)[number];

/** Why a package could not be made: its documents changed meanwhile, a file is missing, the texts are too large, or the service failed. */
export const PACKAGE_ERRORS = [...OUTDATED_REASONS, 'file_missing', 'too_large', 'internal'] as const;
export type PackageError = (typeof PACKAGE_ERRORS)[number];
