/** Token of the `StreamOptions` of notifications. */
export const NOTIFICATION_STREAM_OPTIONS = Symbol('notification stream options');
