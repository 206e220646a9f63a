/** What people are told of: who named them, who answered them, what was shared with them, what was settled, what is new. */
export const NOTIFICATION_KINDS = ['mention', 'reply', 'share', 'resolve', 'revision'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Whether and how one is told: not at all, in the service, or there and by the next digest. */
export const NOTIFICATION_WAYS = ['off', 'in_app', 'email'] as const;
export type NotificationWay = (typeof NOTIFICATION_WAYS)[number];

/** How often mails tell of what is unread: never, or once an hour or day at most. */
export const DIGESTS = ['off', 'hourly', 'daily'] as const;
export type Digest = (typeof DIGESTS)[number];
