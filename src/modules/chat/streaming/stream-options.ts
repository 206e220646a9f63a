/** Names the `StreamOptions` of answers. */
export const STREAM_OPTIONS = Symbol('stream options');
