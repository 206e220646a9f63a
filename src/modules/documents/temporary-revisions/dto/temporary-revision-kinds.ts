/** What a temporary revision does to a page of the document. `insert`: its pages follow that page. */
export const PAGE_ACTIONS = ['insert', 'replace', 'cancel'] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

/** `superseded`: another temporary revision has taken its place. Derived from the clock and from the revisions of the document. */
export const TEMPORARY_REVISION_STATUSES = [
  ...(['scheduled', 'in_force', 'expired', 'superseded', 'incorporated', 'withdrawn'] as const),
] as const;
export type TemporaryRevisionStatus = (typeof TEMPORARY_REVISION_STATUSES)[number];

/**
 * Of a page for a temporary revision. `beneath`: a page of the document that it changes. `overlay`: a page of the temporary revision.
 * `unplaced`: a page of a later revision of the document, in which a changed page was not found again.
 */
export const MARK_ROLES = ['beneath', 'overlay', 'unplaced'] as const;
export type MarkRole = (typeof MARK_ROLES)[number];
