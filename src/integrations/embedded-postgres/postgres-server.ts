import { execFile, spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../common/runtime/free-port.js';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';
import { clusterSpawn, type ServerAccount } from './server-account.js';

const READY = 'database system is ready to accept connections';
const PORT_TAKEN = 'could not create any TCP/IP sockets';
/** Logged while sessions of a killed server are ending. */
const STILL_ENDING = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;
const START_ATTEMPTS = 50;
const ATTEMPT_PAUSE_MS = 200;
const FAST_SHUTDOWN_MS = 8_000;
const REMEMBERED_LINES = 20;

const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // In the cluster, which only its owner can open. Through a socket, a request costs a quarter less than through TCP.
  unix_socket_directories: process.platform === 'win32' ? '' : '.',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '',
};

export interface PostgresServerOptions {
  binaries: string;
  cluster: string;
  account: ServerAccount;
  settings: Record<string, string>;
  log: (line: string) => void;
}

export interface ServerExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export class PostgresServer {
  /** Resolves when the process has ended. */
  readonly exited: Promise<ServerExit>;
  private readonly lastLines: string[] = [];
  private readonly whenReady: Promise<boolean>;
  private readonly endWithUs = () => this.child.kill('SIGINT');

  private constructor(
    private readonly child: ChildProcess,
    private readonly pgCtl: string,
    readonly port: number,
    log: (line: string) => void,
  ) {
    // Stops the server if this process ends without stop().
    process.once('exit', this.endWithUs);
    this.exited = new Promise((resolve) => {
      const finish = (exit: ServerExit) => {
        process.off('exit', this.endWithUs);
        resolve(exit);
      };
      child.once('exit', (code, signal) => finish({ code, signal }));
      child.once('error', (error) => {
        this.lastLines.push(error.message);
        if (child.pid === undefined) finish({ code: null, signal: null });
      });
    });
    this.whenReady = new Promise((resolve) => {
      const lines = child.stderr && readline.createInterface({ input: child.stderr });
      lines?.on('line', (line) => {
        log(line);
        this.lastLines.push(line);
        if (this.lastLines.length > REMEMBERED_LINES) this.lastLines.shift();
        if (line.includes(READY)) resolve(true);
      });
      // Not 'exit', because the last lines may come later.
      lines?.once('close', () => resolve(false));
      if (!lines) resolve(false);
    });
  }

  /** Starts the server on a free port and resolves when it accepts connections, after crash recovery. */
  static async start(options: PostgresServerOptions): Promise<PostgresServer> {
    for (let attempt = 1; ; attempt += 1) {
      const server = PostgresServer.spawn(options, await freePort());
      if (await server.whenReady) return server;
      await server.exited;
      const reason = server.lastLines.join('\n');
      const retry = reason.includes(PORT_TAKEN) || STILL_ENDING.test(reason);
      if (!retry || attempt === START_ATTEMPTS) {
        throw new EmbeddedPostgresError(`The embedded database in ${options.cluster} does not start:\n${reason}`);
      }
      await delay(ATTEMPT_PAUSE_MS);
    }
  }

  private static spawn(options: PostgresServerOptions, port: number): PostgresServer {
    const { dataArgument, options: spawnOptions } = clusterSpawn(options.cluster, options.account);
    const settings = { ...DEFAULT_SETTINGS, ...options.settings, port: String(port) };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(path.join(options.binaries, 'bin', 'postgres'), ['-D', dataArgument, ...args], {
      ...spawnOptions,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Detached from the terminal: on Ctrl-C the service finishes requests before it stops the database.
      detached: true,
    });
    return new PostgresServer(child, path.join(options.binaries, 'bin', 'pg_ctl'), port, options.log);
  }

  /** A fast shutdown, which closes sessions and writes all data; after a timeout an immediate one, which recovers at the next start. */
  async stop(): Promise<void> {
    this.signal('SIGINT');
    const stopped = new AbortController();
    const timeout = delay(FAST_SHUTDOWN_MS, 'timeout', { signal: stopped.signal }).catch(() => 'stopped');
    if ((await Promise.race([this.exited, timeout])) === 'timeout') this.signal('SIGQUIT');
    await this.exited;
    stopped.abort();
  }

  private signal(name: 'SIGINT' | 'SIGQUIT'): void {
    if (this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined) return;
    // Windows has no signals; PostgreSQL's tool sends them.
    if (process.platform === 'win32') execFile(this.pgCtl, ['kill', name.slice(3), String(this.child.pid)], () => {});
    else this.child.kill(name);
  }
}
