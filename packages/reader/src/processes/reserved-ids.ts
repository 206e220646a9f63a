import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** User and group with the same number. */
export interface Account {
  uid: number;
  gid: number;
}

/** Ids that no distribution, container runtime or part of systemd assigns (systemd.io/UIDS-GIDS), within 16 bits. */
const FIRST_ID = 60_578;
const LAST_ID = 61_183;

export function isReserved(id: number): boolean {
  return id >= FIRST_ID && id <= LAST_ID;
}

/** An account that no entry names and no process has, for root to drop its rights. @throws Error if every id is taken */
export function unusedAccount(): Account {
  const taken = new Set([...namedIds('/etc/passwd'), ...namedIds('/etc/group'), ...idsOfProcesses()]);
  const count = LAST_ID - FIRST_ID + 1;
  const start = randomInt(count);
  for (let step = 0; step < count; step += 1) {
    const id = FIRST_ID + ((start + step) % count);
    if (!taken.has(id)) return { uid: id, gid: id };
  }
  throw new Error(`every account from ${FIRST_ID} to ${LAST_ID} is in use`);
}

/** The third field of `/etc/passwd` and `/etc/group`. */
function namedIds(file: string): number[] {
  return withoutMissing(() => readFileSync(file, 'utf8').split('\n'), []).map((line) => Number(line.split(':')[2]));
}

function idsOfProcesses(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => withoutMissing(() => statSync(`/proc/${pid}`), null) ?? [])
    .flatMap(({ uid, gid }) => [uid, gid]);
}

function withoutMissing<T, U>(read: () => T, otherwise: U): T | U {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return otherwise;
    throw error;
  }
}
