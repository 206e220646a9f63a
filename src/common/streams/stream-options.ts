/** Limits of event streams. */
export interface StreamOptions {
  /** Open streams per user and node. */
  per_user: number;
  /** Maximum duration; clients resume closed streams. Milliseconds. */
  longest_ms: number;
  /** Interval of comments on a silent stream. Milliseconds. */
  heartbeat_ms: number;
}
