import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isReserved, type Account } from '@amks/reader/processes/reserved-ids.js';

/** Does not follow links or wait for pipes, which the former owner may have placed there. */
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Gives `folder` and its content to `account`, unless it owns the folder. The folder comes last, so that an interrupted change is repeated.
 * Files are opened before their owner is checked and changed, so that a former owner who exchanges files gains nothing.
 */
export function changeOwner(folder: string, account: Account): void {
  const former = ownerOf(folder);
  if (former === account.uid) return;
  const give = (entry: string): void => {
    const handle = openSync(entry, AS_IT_IS);
    try {
      const stats = fstatSync(handle);
      if (stats.isDirectory()) for (const name of readdirSync(entry)) give(path.join(entry, name));
      if (stats.uid === former || isReserved(stats.uid)) fchownSync(handle, account.uid, account.gid);
    } finally {
      closeSync(handle);
    }
  };
  give(folder);
}

function ownerOf(folder: string): number {
  const handle = openSync(folder, AS_IT_IS);
  try {
    return fstatSync(handle).uid;
  } finally {
    closeSync(handle);
  }
}
