/** `failed`: the mail server refused it, or could not be reached for a day. */
export const MAIL_STATES = ['queued', 'delivered', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];
