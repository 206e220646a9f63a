/** What a share allows: to see the document, or also to comment on it where the role allows comments. */
export const SHARE_PERMISSIONS = ['view', 'comment'] as const;
export type SharePermission = (typeof SHARE_PERMISSIONS)[number];
