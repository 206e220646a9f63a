export { DOCUMENT_TYPES, type DocumentType } from '../../../common/document-types.js';

/** draft → active → superseded | withdrawn */
export const REVISION_STATUSES = ['draft', 'active', 'superseded', 'withdrawn'] as const;
export type RevisionStatus = (typeof REVISION_STATUSES)[number];
