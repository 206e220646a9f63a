import { statSync } from 'node:fs';
import path from 'node:path';
import { unusedAccount, type Account } from '@amks/reader/processes/reserved-ids.js';

/** Account of PostgreSQL; null for the current one. */
export type ServerAccount = Account | null;

/** `nobody` on most Linux systems. Other services use it, too, so it must not own data. */
export const SHARED_ID = 65534;

/** PostgreSQL refuses root: uses the owner of an existing cluster, or an account without other processes, which could read its data. */
export function serverAccount(cluster: string): ServerAccount {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const isOwn = owner && owner.uid !== 0 && owner.uid !== SHARED_ID;
  return isOwn ? { uid: owner.uid, gid: owner.gid } : unusedAccount();
}

/** initdb requires a user name, so it runs as `nobody` in the server's group. Other processes of `nobody` have another group. */
export function initializationAccount(account: Account): Account {
  return { uid: SHARED_ID, gid: account.gid };
}

/**
 * Spawn options for a program on `cluster`, and its value for `-D`. The server's account may be unable to reach the cluster by path, for
 * example below /root. Node changes to the working directory before it drops root, and /proc/self/cwd leads there. The server uses paths
 * relative to its data directory. The environment is empty: no PGOPTIONS, no secrets.
 */
export function clusterSpawn(cluster: string, account: ServerAccount) {
  const throughCwd = account !== null && process.platform === 'linux';
  return {
    dataArgument: throughCwd ? '/proc/self/cwd' : cluster,
    options: { ...accountSpawn(account), cwd: cluster },
  };
}

/** Spawn options for a program without a cluster. */
export function accountSpawn(account: ServerAccount) {
  return {
    cwd: path.parse(process.execPath).root,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...(account ?? {}),
  };
}
