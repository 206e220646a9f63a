/** Milliseconds from the end of SHUTDOWN_DELAY_SECONDS. deploy/ and docs/operations/ give the sum. */
export const SHUTDOWN_TIMEOUTS_MS = {
  /** Chat answers. They end with an error while their streams are still open. */
  answers: 5_000,
  /** Requests to webhook endpoints. Unanswered ones are recorded while the database is still open. */
  deliveries: 8_000,
  /** Requests and jobs. Then connections are closed, and jobs are left to other nodes. */
  work: 10_000,
  /** The whole process: 4 s are for closing the database and other resources. */
  process: 14_000,
} as const;
