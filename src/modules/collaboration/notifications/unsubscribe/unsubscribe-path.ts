/** Path of the link in digests. It takes a form (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/api/v1/notifications/unsubscribe';
