const WHY: Record<string, string> = {
  EADDRINUSE: 'another program listens there already',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'the account of this process may not',
  ENOTFOUND: 'there is no host of that name',
};

/** An address cannot be listened on; the message says why, and which settings name it. */
export class AddressUnavailableError extends Error {}

/**
 * Runs `listen`.
 *
 * @param settings names of those that the address is from
 * @throws AddressUnavailableError; what `listen` throws when it is about anything else
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
