import { parseArgs } from 'node:util';

/** Thrown at start when the command line cannot be used; the message says why. */
export class InvalidCommandLineError extends Error {}

/**
 * The variables that the arguments of the service stand for: `--role api` for `ROLE=api`. Their values are checked with those
 * of the environment.
 *
 * @throws InvalidCommandLineError when there is an argument that the service does not know
 */
export function commandLineSettings(args: string[]): Record<string, string> {
  try {
    const { role } = parseArgs({ args, options: { role: { type: 'string' } } }).values;
    return role === undefined ? {} : { ROLE: role };
  } catch (error) {
    throw new InvalidCommandLineError(`Invalid command line: ${(error as Error).message}`, { cause: error });
  }
}
