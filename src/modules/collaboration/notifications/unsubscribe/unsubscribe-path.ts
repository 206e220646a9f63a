/** Where mail programs and people end the mails; it takes a form, as RFC 8058 has it. */
export const UNSUBSCRIBE_PATH = '/api/v1/notifications/unsubscribe';
