/**
 * How long what is under way gets when the process stops, from the end of SHUTDOWN_DELAY_SECONDS on, all side by side; the
 * sum is what deploy/ and docs/operations/ name. Milliseconds.
 */
export const STOP_BUDGET_MS = {
  /** Answers of the chat that are being made; then they say so and end, while their streams are still open. */
  answers: 5_000,
  /** Requests to webhook endpoints; what has no answer by then is noted, while the database is still open. */
  deliveries: 8_000,
  /** Requests, and jobs; then connections are cut, and jobs left to other nodes. */
  work: 10_000,
  /** Until the process is gone, whatever still runs: 4 s are for closing the database and what else is open. */
  whole: 14_000,
} as const;
