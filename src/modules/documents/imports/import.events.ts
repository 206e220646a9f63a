import type { Import } from './import.entity.js';

/** Job: the files of an import wait to be filed. */
export const IMPORT_REQUESTED = 'import.requested';
export interface ImportRequested {
  organization_id: string;
  import_id: string;
}

/** All documents of an import are read, or the report of a dry run is complete. */
export class ImportCompleted {
  constructor(readonly import_: Import) {}
}

/** An import failed as a whole. */
export class ImportFailed {
  constructor(
    readonly import_: Import,
    readonly code: string,
  ) {}
}
