/** Limits of streams of events. */
export interface StreamOptions {
  /** Streams that one user may have open at a time, on each node. */
  per_user: number;
  /** A stream that lasts longer is closed; the client resumes it. Milliseconds. */
  longest_ms: number;
  /** A stream on which nothing was sent for so long carries a comment. Milliseconds. */
  heartbeat_ms: number;
}
