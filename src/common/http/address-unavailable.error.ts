import { OperatorError } from '../errors/operator-error.js';

const WHY: Record<string, string> = {
  EADDRINUSE: 'another program listens there already',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'permission denied',
  ENOTFOUND: 'there is no host of that name',
};

/** The process cannot listen on an address. The message gives the reason and the settings. */
export class AddressUnavailableError extends OperatorError {}

/**
 * Runs `listen`.
 * @param settings names of the settings with the address
 * @throws AddressUnavailableError; other errors of `listen` unchanged
 */
export async function listening<T>(
  listen: () => Promise<T>,
  address: { host: string; port: number },
  settings: string,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const why = WHY[(error as NodeJS.ErrnoException).code ?? ''];
    if (error instanceof AddressUnavailableError || why === undefined) throw error;
    const { host, port } = address;
    throw new AddressUnavailableError(`Cannot listen on ${host}:${port}: ${why}. Set ${settings}.`, { cause: error });
  }
}
