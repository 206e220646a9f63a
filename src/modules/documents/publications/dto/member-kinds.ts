/** `external`: a publication that is no S1000D module. */
export const MEMBER_KINDS = ['data_module', 'publication', 'external'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];
