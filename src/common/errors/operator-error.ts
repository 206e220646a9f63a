import { inspect } from 'node:util';

/** The operator can resolve it: the message gives the reason and the remedy, and is printed without a stack. */
export class OperatorError extends Error {}

/** Runs a program, or a part of one. Prints its error and ends the process with exit code 1. */
export async function exitOnError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    process.stderr.write(`${error instanceof OperatorError ? error.message : inspect(error)}\n`);
    process.exit(1);
  }
}
