/** Exit codes of every command. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  stopped: 3,
  notSignedIn: 4,
  refused: 5,
  notFound: 6,
  rateLimited: 7,
  unavailable: 8,
  interrupted: 130,
  pipeClosed: 141,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** For the help and the guide. */
export const EXIT_MEANINGS: Readonly<Record<ExitCode, string>> = {
  0: 'done',
  1: 'done, with failures: a file that cannot be read, a question without an answer',
  2: 'wrong usage, or a value that the service rejects',
  3: 'could not continue, for a reason that no other code names',
  4: 'not signed in: no credential, or one that is wrong or has ended',
  5: 'not permitted to do this',
  6: 'does not exist, or is not visible to you',
  7: 'rate limited',
  8: 'the service cannot be reached, or failed',
  130: 'interrupted',
  141: 'the reader of the output has ended, such as head',
};

/** The command line, or a file that it names, is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot continue, for a reason that its arguments do not name. */
export class StopError extends Error {
  override readonly name = 'StopError';

  constructor(
    message: string,
    readonly code: ExitCode = EXIT.stopped,
    /** Whether the same can succeed later. */
    readonly canPass = code === EXIT.unavailable || code === EXIT.rateLimited,
  ) {
    super(message);
  }
}

/** The user asked the command to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
