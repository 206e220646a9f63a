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
  /** The service's data folder; the database lives in its subfolder `postgres`. */
  dataDir: string;
  /** Name of the database that is created when absent and that `connectionString` names. */
  database: string;
  /** Receives the server's log line by line. */
  log?: (line: string) => void;
  /** Called when the server ends although nobody stopped it. Its data are safe; the host should end too and start anew. */
  onExit?: (exit: ServerExit) => void;
  /** Server parameters on top of the defaults; tests turn off `fsync`. */
  settings?: Record<string, string>;
}

/**
 * A PostgreSQL server of our own, run from the binaries of the optional packages `@embedded-postgres/*`: what makes the
 * service start with nothing installed but Node. It listens on 127.0.0.1 only, on a free port, with a random password.
 *
 * The service connects as a role that owns its database and nothing else; the superuser is for this class alone.
 *
 * Below `<dataDir>/postgres`: `data` (the cluster), `password` and `service-password` (mode 0600), `lock`. One living
 * process at a time owns them; after a crash of it, of the server or of the machine, the next start recovers everything committed.
 */
export class EmbeddedPostgres {
  private stopping: Promise<void> | null = null;

  private constructor(
    /** `postgresql://amks:…@127.0.0.1:<port>/<database>`, of the role that owns the database. */
    readonly connectionString: string,
    /** The same of the superuser: for tests, and for who makes databases. */
    readonly superuserConnectionString: string,
    private readonly server: PostgresServer,
    private readonly lock: DataDirectoryLock,
    onExit?: (exit: ServerExit) => void,
  ) {
    void server.exited.then((exit) => {
      if (!this.stopping) onExit?.(exit);
    });
  }

  /**
   * Creates the cluster if there is none, ends what a crashed run left behind, and resolves when the database answers.
   * Throws DataDirectoryInUseError while another process lives on this data folder, EmbeddedPostgresError otherwise.
   */
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
        files.giveTo(account);
      } else {
        await files.initialize(binaries, account, { durable: settings.fsync !== 'off' });
      }
      server = await PostgresServer.start({ binaries, cluster, account, settings, log });
      const { port } = server;
      const superuserAt = (database: string) => addressAt('postgres', files.readPassword(), port, database);
      const password = await prepareServiceRole(superuserAt, options.database, files);
      const own = addressAt(SERVICE_ROLE, password, port, options.database);
      return new EmbeddedPostgres(own, superuserAt(options.database), server, lock, options.onExit);
    } catch (error) {
      await server?.stop();
      lock.release();
      throw error;
    }
  }

  /** How to connect to the server that another process runs on this data folder; null while none answers there. */
  static addressOfRunning({ dataDir, database }: Pick<EmbeddedPostgresOptions, 'dataDir' | 'database'>): string | null {
    const files = new ClusterFiles(path.join(path.resolve(dataDir), 'postgres'));
    const [port, password] = [files.readPort(), files.readServicePassword()];
    return port === null || password === null ? null : addressAt(SERVICE_ROLE, password, port, database);
  }

  /** Ends all sessions, shuts the server down cleanly (within seconds) and frees the data folder. May be called again. */
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
