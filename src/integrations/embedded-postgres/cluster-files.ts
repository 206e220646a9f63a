import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { changeOwner } from './cluster-owner.js';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';
import { awaitLeftoverInitialization } from './leftover-server.js';
import { clusterSpawn, initializationAccount, type ServerAccount } from './server-account.js';

const DRAFT_PREFIX = 'initializing-';
const SERVICE_PASSWORD = 'service-password';

/** Files of the embedded database, all below `<dataDir>/postgres`. */
export class ClusterFiles {
  readonly lockFolder: string;
  readonly cluster: string;
  constructor(private readonly home: string) {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    this.lockFolder = path.join(home, 'lock');
    this.cluster = path.join(home, 'data');
  }

  get isInitialized(): boolean {
    return existsSync(this.cluster);
  }

  readPassword(): string {
    const file = path.join(this.home, 'password');
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new EmbeddedPostgresError(
        `The embedded database in ${this.cluster} cannot be opened without ${file}. Restore that file.`,
        { cause: error },
      );
    }
  }

  /** The password of the service's role; null before the role has one. */
  readServicePassword(): string | null {
    const file = path.join(this.home, SERVICE_PASSWORD);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  }

  writeServicePassword(password: string): void {
    this.writePassword(SERVICE_PASSWORD, password);
  }

  /** Gives the cluster to the account that runs the server from now on. No server may be running. */
  giveTo(account: ServerAccount): void {
    if (account) changeOwner(this.cluster, account);
  }

  /** Sockets of killed servers: each start has another port, and so another name. No server may be running. */
  removeSockets(): void {
    for (const name of readdirSync(this.cluster).filter((entry) => entry.startsWith('.s.PGSQL.'))) {
      rmSync(path.join(this.cluster, name), { force: true });
    }
  }

  /** The port of the running server, from its own file; null without one. */
  readPort(): number | null {
    const file = path.join(this.cluster, 'postmaster.pid');
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[3]) : 0;
    return port > 0 ? port : null;
  }

  /** The cluster gets its name when complete; drafts of killed starts are removed. `durable: false` skips the final sync (tests). */
  async initialize(binaries: string, account: ServerAccount, options: { durable: boolean }): Promise<void> {
    for (const name of readdirSync(this.home).filter((entry) => entry.startsWith(DRAFT_PREFIX))) {
      await awaitLeftoverInitialization(path.join(this.home, name, 'data'));
      rmSync(path.join(this.home, name), { recursive: true, force: true, maxRetries: 5 });
    }
    const draft = mkdtempSync(path.join(this.home, DRAFT_PREFIX));
    const draftCluster = path.join(draft, 'data');
    const password = randomBytes(32).toString('base64url');
    mkdirSync(draftCluster, { mode: 0o700 });
    // Read by initdb under its account, relative to its working directory.
    writeFileSync(path.join(draft, 'password'), password, { mode: 0o600 });
    const initializer = account && initializationAccount(account);
    if (initializer) {
      for (const name of ['', 'password', 'data']) chownSync(path.join(draft, name), initializer.uid, initializer.gid);
    }
    await this.runInitdb(binaries, draftCluster, initializer, options);
    if (account) changeOwner(draftCluster, account);
    this.writePassword('password', password);
    renameSync(draftCluster, this.cluster);
    syncFolder(this.home);
    rmSync(draft, { recursive: true, force: true });
  }

  private async runInitdb(binaries: string, cluster: string, account: ServerAccount, options: { durable: boolean }) {
    const { dataArgument, options: spawnOptions } = clusterSpawn(cluster, account);
    const args = [`--pgdata=${dataArgument}`, '--pwfile=../password', '--username=postgres'];
    // PostgreSQL's own Unicode rules, the same on every machine: case of é and ö, and order by code point.
    args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    args.push('--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums', '--no-instructions');
    if (!options.durable) args.push('--no-sync');
    try {
      await promisify(execFile)(path.join(binaries, 'bin', 'initdb'), args, spawnOptions);
    } catch (error) {
      const reason = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
      const hint = reason.includes('could not look up effective user ID')
        ? ' Run as a user with an entry in /etc/passwd, or set DATABASE_URL to use your own PostgreSQL server.'
        : '';
      throw new EmbeddedPostgresError(`The embedded database cannot be created in ${this.home}: ${reason}${hint}`, {
        cause: error,
      });
    }
  }

  private writePassword(name: 'password' | typeof SERVICE_PASSWORD, password: string): void {
    const file = path.join(this.home, name);
    const draft = `${file}.draft`;
    writeFileSync(draft, password, { mode: 0o600, flush: true });
    renameSync(draft, file);
  }
}

/** Makes renames survive a power failure. Windows does so itself and cannot open folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
