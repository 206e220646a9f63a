export { DOCUMENT_TYPES, type DocumentType } from '../../../common/document-types.js';

export const DOCUMENT_ACCESS = ['organization', 'team'] as const;

/** draft → active → superseded | withdrawn */
export const REVISION_STATUSES = ['draft', 'active', 'superseded', 'withdrawn'] as const;
export type RevisionStatus = (typeof REVISION_STATUSES)[number];
