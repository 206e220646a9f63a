import { statSync } from 'node:fs';
import path from 'node:path';

/** Who PostgreSQL runs as; null: as ourselves. */
export type ServerAccount = { uid: number; gid: number } | null;

/** `nobody` nearly everywhere on Linux. It must be an account that the system knows, because initdb looks up its name. */
const UNPRIVILEGED_ID = 65534;

/**
 * PostgreSQL refuses to run as root, so root hands it to the owner of an existing cluster, or to an unprivileged account.
 */
export function serverAccount(cluster: string): ServerAccount {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
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
