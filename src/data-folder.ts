import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Closes the data folder, which is made if it is missing, to other users of the machine, and with it whatever this process
 * creates from now on. What an administrator allowed the folder's group stays.
 */
export function closeDataFolder(folder: string): void {
  process.umask(0o077);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(folder);
  const isOurs = process.getuid === undefined || process.getuid() === 0 || process.getuid() === uid;
  if (isOurs && (mode & 0o007) !== 0) chmodSync(folder, mode & 0o770);
}
