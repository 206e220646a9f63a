import type { DocumentRow } from './document.repository.js';
import type { IngestionError, Revision } from './revision.entity.js';

/** A file was stored and waits to be read. */
export const REVISION_UPLOADED = 'revision.uploaded';
export interface RevisionUploaded {
  organization_id: string;
  document_id: string;
  revision_id: string;
}

/** A draft was deleted: nobody sees it, but the storage may still hold what it consisted of. */
export const REVISION_DELETED = 'revision.deleted';
export interface DeletedRevision extends RevisionUploaded {
  content_sha256: string;
}

/** A document was deleted: nobody sees it, but what it consists of is still stored. */
export const DOCUMENT_DELETED = 'document.deleted';
export interface DocumentNamed {
  organization_id: string;
  document_id: string;
}

/** A document was filed, with a first revision that is to be read. */
export class DocumentCreated {
  constructor(readonly document: DocumentRow) {}
}

export class DocumentUpdated {
  constructor(
    readonly document: DocumentRow,
    /** Names of the fields that changed. */
    readonly changed: readonly string[],
  ) {}
}

/** `document` is as it was. */
export class DocumentDeleted {
  constructor(readonly document: DocumentRow) {}
}

/** A revision became the one to work by, in place of `previousId` if there was one. */
export class RevisionActivated {
  constructor(
    readonly document: DocumentRow,
    readonly revision: Revision,
    readonly previousId: string | null,
  ) {}
}

/** The revision to work by is none any more, and there is no other. */
export class RevisionWithdrawn {
  constructor(
    readonly document: DocumentRow,
    readonly revision: Revision,
  ) {}
}

/** A draft is deleted; it is still there, with all that hangs on it, until this was told. */
export class RevisionDeleted {
  constructor(
    readonly document: DocumentRow,
    readonly revision: Revision,
    readonly byUserId: string,
  ) {}
}

/** A revision's file is to be read anew: what was read of it before is gone. */
export class RevisionReprocessed {
  constructor(
    readonly document: DocumentRow,
    readonly revision: Revision,
  ) {}
}

/** A revision was read to its end. */
export class RevisionReady {
  constructor(readonly revision: RevisionUploaded) {}
}

/** A revision's file cannot be read, or somebody cancelled its reading. */
export class RevisionFailed {
  constructor(
    readonly revision: RevisionUploaded,
    readonly error: IngestionError,
  ) {}
}

/** Something that searches of an organization find is another, and has the library's next position. */
export class LibraryChanged {
  constructor(readonly organizationId: string) {}
}
