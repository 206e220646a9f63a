/** The whole revision, or what changed in it. */
export const ASSIGNMENT_SCOPES = ['revision', 'changes'] as const;
export type AssignmentScope = (typeof ASSIGNMENT_SCOPES)[number];

export const ASSIGNMENT_STATUSES = ['open', 'superseded', 'canceled'] as const;
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number];

/** Why an assignment was canceled: by a manager, with its revision, or with its document. */
export const CANCEL_REASONS = ['manual', 'revision_withdrawn', 'document_deleted'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** `superseded`: another revision became active first. `withdrawn`: the assignment was canceled, or the account removed. */
export const ACKNOWLEDGEMENT_STATUSES = ['pending', 'signed', 'superseded', 'withdrawn'] as const;
export type AcknowledgementStatus = (typeof ACKNOWLEDGEMENT_STATUSES)[number];
