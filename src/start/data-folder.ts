import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Creates the data folder and closes it, and everything that this process creates from now on, to other users. Permissions of
 * the group stay.
 */
export function closeDataFolder(folder: string): void {
  process.umask(0o077);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(folder);
  const isOurs = process.getuid === undefined || process.getuid() === 0 || process.getuid() === uid;
  if (isOurs && (mode & 0o007) !== 0) chmodSync(folder, mode & 0o770);
}
