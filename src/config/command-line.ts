import { parseArgs } from 'node:util';
import { OperatorError } from '../common/errors/operator-error.js';

/** The command line is invalid; the message gives the reason. */
export class InvalidCommandLineError extends OperatorError {}

/**
 * Variables from the command line: `--role api` sets `ROLE=api`. Values are validated with the environment.
 * @throws InvalidCommandLineError for an unknown argument
 */
export function commandLineSettings(args: string[]): Record<string, string> {
  try {
    const { role } = parseArgs({ args, options: { role: { type: 'string' } } }).values;
    return role === undefined ? {} : { ROLE: role };
  } catch (error) {
    throw new InvalidCommandLineError(`Invalid command line: ${(error as Error).message}`, { cause: error });
  }
}
