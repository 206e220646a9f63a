import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isReserved, type Account } from '../../common/reserved-ids.js';

/** A link is not followed, and a pipe does not keep us waiting: the former owner may have put them there. */
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Gives all of `folder` to `account`; does nothing when the folder is its own already. The folder itself comes last, so
 * that a change that was interrupted is made again.
 *
 * Each file is opened before its owner is asked for and changed, so that a former owner who exchanges files meanwhile
 * gains nothing: files of others stay as they are.
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
