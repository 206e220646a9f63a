export const PACKAGE_STATES = ['building', 'ready', 'failed', 'expired'] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

/** Why a package could not be made: its document was deleted, a file is missing, the texts are too large, or the service failed. */
export const PACKAGE_ERRORS = ['document_deleted', 'file_missing', 'too_large', 'internal'] as const;
export type PackageError = (typeof PACKAGE_ERRORS)[number];
