/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2, stopped: 3, interrupted: 130 } as const;

/** The command line, or a file that it names, is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot continue, for a reason that its arguments do not name. */
export class StopError extends Error {
  override readonly name = 'StopError';
}

/** The user asked the command to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
