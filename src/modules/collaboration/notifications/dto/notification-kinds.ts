/** Events that notify users: mentioned, answered, shared with, resolved, new revision, temporary revision; revision to acknowledge, due soon, overdue; change of a discrepancy report. */
export const NOTIFICATION_KINDS = [
  'mention',
  'reply',
  'share',
  'resolve',
  'revision',
  'temporary_revision',
  'assignment',
  'reminder',
  'overdue',
  'discrepancy',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** `in_app` is without mail; `email` is in the app and in the next digest. */
export const NOTIFICATION_WAYS = ['off', 'in_app', 'email'] as const;
export type NotificationWay = (typeof NOTIFICATION_WAYS)[number];

/** Maximum frequency of mails about unread notifications. */
export const DIGESTS = ['off', 'hourly', 'daily'] as const;
export type Digest = (typeof DIGESTS)[number];
