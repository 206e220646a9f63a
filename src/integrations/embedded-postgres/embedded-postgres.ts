import path from 'node:path';
import { ClusterFiles } from './cluster-files.js';
import { DataDirectoryLock } from './data-directory-lock.js';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';
import { stopLeftoverServer } from './leftover-server.js';
import { installPostgresBinaries } from './postgres-binaries.js';
import { PostgresServer, type ServerExit } from './postgres-server.js';
import { serverAccount } from './server-account.js';
import { addressAt, prepareServiceRole, SERVICE_ROLE } from './service-role.js';

export interface EmbeddedPostgresOptions {
  /** The data folder of the service. The database is in its subfolder `postgres`. */
  dataDir: string;
  /** Database of `connectionString`, created if missing. */
  database: string;
  log?: (line: string) => void;
  /** Called when the server ends unexpectedly. The data are safe; the service should restart. */
  onExit?: (exit: ServerExit) => void;
  /** Additional server parameters; tests turn off `fsync`. */
  settings?: Record<string, string>;
}

/**
 * A PostgreSQL server from the optional packages `@embedded-postgres/*`, so that the service needs only Node. It listens on a socket in its
 * folder and on a free port of 127.0.0.1, with a random password. The service connects as a role that owns only its database; only this class uses the superuser. Below
 * `<dataDir>/postgres`: `data` (the cluster), `password` and `service-password` (mode 0600), `lock`. One process at a time owns them; a
 * start after a crash recovers everything committed.
 */
export class EmbeddedPostgres {
  private stopping: Promise<void> | null = null;

  private constructor(
    /** `postgresql://amks:…@<folder of the socket>:<port>/<database>`, of the role that owns the database. */
    readonly connectionString: string,
    /** The same for the superuser: for tests, and to create databases. */
    readonly superuserConnectionString: string,
    private readonly server: PostgresServer,
    private readonly lock: DataDirectoryLock,
    onExit?: (exit: ServerExit) => void,
  ) {
    void server.exited.then((exit) => {
      if (!this.stopping) onExit?.(exit);
    });
  }

  /** Resolves when the database answers. @throws DataDirectoryInUseError when another process uses the folder; EmbeddedPostgresError */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const dataDir = path.resolve(options.dataDir);
    const log = options.log ?? (() => {});
    const settings = options.settings ?? {};

    const { files, lock } = takePossession(dataDir);
    let server: PostgresServer | undefined;
    try {
      const { cluster } = files;
      const account = serverAccount(cluster);
      const binaries = await installPostgresBinaries(account);
      if (files.isInitialized) {
        await stopLeftoverServer(cluster, log);
        files.removeSockets();
        files.giveTo(account);
      } else {
        await files.initialize(binaries, account, { durable: settings.fsync !== 'off' });
      }
      server = await PostgresServer.start({ binaries, cluster, account, settings, log });
      const place = { cluster, port: server.port };
      const superuserAt = (database: string) => addressAt('postgres', files.readPassword(), place, database);
      const password = await prepareServiceRole(superuserAt, options.database, files);
      const own = addressAt(SERVICE_ROLE, password, place, options.database);
      return new EmbeddedPostgres(own, superuserAt(options.database), server, lock, options.onExit);
    } catch (error) {
      await server?.stop();
      lock.release();
      throw error;
    }
  }

  /** Connection to the server that another process runs on this data folder; null without one. */
  static addressOfRunning({ dataDir, database }: Pick<EmbeddedPostgresOptions, 'dataDir' | 'database'>): string | null {
    const files = new ClusterFiles(path.join(path.resolve(dataDir), 'postgres'));
    const [port, password] = [files.readPort(), files.readServicePassword()];
    if (port === null || password === null) return null;
    return addressAt(SERVICE_ROLE, password, { cluster: files.cluster, port }, database);
  }

  /** Closes all sessions, stops the server within seconds and releases the folder. Can be called again. */
  stop(): Promise<void> {
    this.stopping ??= this.server.stop().then(() => this.lock.release());
    return this.stopping;
  }
}

function takePossession(dataDir: string) {
  try {
    const files = new ClusterFiles(path.join(dataDir, 'postgres'));
    return { files, lock: DataDirectoryLock.acquire(dataDir, files.lockFolder) };
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new EmbeddedPostgresError(
      `The data directory ${dataDir} is not writable for this user (${(error as Error).message}). ` +
        'Start as the user who created it, or set DATA_DIR to another folder.',
      { cause: error },
    );
  }
}
