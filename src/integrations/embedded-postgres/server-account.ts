import { statSync } from 'node:fs';
import path from 'node:path';
import { unusedAccount, type Account } from '../../common/reserved-ids.js';

/** Who PostgreSQL runs as; null: as ourselves. */
export type ServerAccount = Account | null;

/** `nobody` nearly everywhere on Linux. Other services run as it too, so nothing is left to it. */
export const SHARED_ID = 65534;

/**
 * PostgreSQL refuses to run as root, so root hands it to the owner of an existing cluster, or to an account that nothing
 * else on the machine has: a process of the server's account owns its data.
 */
export function serverAccount(cluster: string): ServerAccount {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const isOwn = owner && owner.uid !== 0 && owner.uid !== SHARED_ID;
  return isOwn ? { uid: owner.uid, gid: owner.gid } : unusedAccount();
}

/**
 * Who initdb runs as. It looks up the name of its user, which the server's own account lacks, so it is `nobody` in the
 * server's group. Linux lets a process look into another only if user and group are the same, and the folder of the
 * cluster is closed, so that other processes of `nobody` cannot reach what initdb writes.
 */
export function initializationAccount(account: Account): Account {
  return { uid: SHARED_ID, gid: account.gid };
}

/**
 * Spawn options for a program that works on `cluster`, and the value for its `-D`.
 *
 * Run by root, the server's account may be unable to reach the cluster by its path: the project may be in /root. But Node
 * enters the working directory before it gives up root, and /proc/self/cwd leads there without walking the path. The
 * server itself works on paths relative to its data directory. So data stay in DATA_DIR whatever its ancestors allow.
 *
 * The environment is empty of everything of ours: no PGOPTIONS of a developer, no secrets in the server's environment.
 */
export function clusterSpawn(cluster: string, account: ServerAccount) {
  const throughCwd = account !== null && process.platform === 'linux';
  return {
    dataArgument: throughCwd ? '/proc/self/cwd' : cluster,
    options: { ...accountSpawn(account), cwd: cluster },
  };
}

/** Spawn options for a program that needs no cluster. */
export function accountSpawn(account: ServerAccount) {
  return {
    cwd: path.parse(process.execPath).root,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...(account ?? {}),
  };
}
