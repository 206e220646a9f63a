import type { DocumentRow } from './document.repository.js';
import type { IngestionError, Revision } from './revision.entity.js';

export const REVISION_UPLOADED = 'revision.uploaded';
export interface RevisionUploaded {
  organization_id: string;
  document_id: string;
  revision_id: string;
}

export const REVISION_DELETED = 'revision.deleted';
export interface DeletedRevision extends RevisionUploaded {
  content_sha256: string;
}

export const DOCUMENT_DELETED = 'document.deleted';
export interface DocumentNamed {
  organization_id: string;
  document_id: string;
}

export class DocumentCreated {
  constructor(readonly document: DocumentRow) {}
}

export class DocumentUpdated {
  constructor(
    readonly document: DocumentRow,
    /** Names of the changed fields. */
    readonly changed: readonly string[],
  ) {}
}

/** `document` is the state before the deletion. */
export class DocumentDeleted {
  constructor(readonly document: DocumentRow) {}
}

/** A revision became active, in place of `previousId` if there was one. */
export class RevisionActivated {
  constructor(
    readonly document: DocumentRow,
    readonly revision: Revision,
    readonly previousId: string | null,
  ) {}
}

export class RevisionWithdrawn {
  constructor(
    readonly document: DocumentRow,
    readonly revision: Revision,
  ) {}
}

/** Emitted before the rows of a deleted draft are removed. */
export class RevisionDeleted {
  constructor(
    readonly document: DocumentRow,
    readonly revision: Revision,
    readonly byUserId: string,
  ) {}
}

/** The earlier content is removed. */
export class RevisionReprocessed {
  constructor(
    readonly document: DocumentRow,
    readonly revision: Revision,
  ) {}
}

export class RevisionReady {
  constructor(readonly revision: RevisionUploaded) {}
}

/** Reading a revision failed or was canceled. */
export class RevisionFailed {
  constructor(
    readonly revision: RevisionUploaded,
    readonly error: IngestionError,
  ) {}
}

/** The search results of an organization may have changed, and its library has a new position. */
export class LibraryChanged {
  constructor(readonly organizationId: string) {}
}
