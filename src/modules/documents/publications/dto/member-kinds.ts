/** `external`: a publication that is no S1000D module. */
export const MEMBER_KINDS = ['data_module', 'publication', 'external'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

/** The issue of a document, compared with the one that a reference states. */
export const ISSUE_MATCHES = ['same', 'later', 'earlier'] as const;
export type IssueMatch = (typeof ISSUE_MATCHES)[number];
