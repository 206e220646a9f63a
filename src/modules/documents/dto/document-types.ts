export { DOCUMENT_TYPES, type DocumentType } from '../../../common/document-types.js';

export const DOCUMENT_ACCESS = ['organization', 'team'] as const;

/** draft → active → superseded | withdrawn */
export const REVISION_STATUSES = ['draft', 'active', 'superseded', 'withdrawn'] as const;
export type RevisionStatus = (typeof REVISION_STATUSES)[number];

/** `comment` includes `view`; the recipient's role must allow comments too. */
export const SHARE_PERMISSIONS = ['view', 'comment'] as const;
export type SharePermission = (typeof SHARE_PERMISSIONS)[number];
