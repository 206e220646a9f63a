/** A file was stored and waits to be read. */
export const REVISION_UPLOADED = 'revision.uploaded';
export interface RevisionUploaded {
  organization_id: string;
  document_id: string;
  revision_id: string;
}
