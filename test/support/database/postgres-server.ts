import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../../src/common/runtime/free-port.js';
import { ClusterFiles } from '../../../src/integrations/embedded-postgres/cluster-files.js';
import { installPostgresBinaries } from '../../../src/integrations/embedded-postgres/postgres-binaries.js';
import { clusterSpawn, serverAccount } from '../../../src/integrations/embedded-postgres/server-account.js';
import { until } from '../until.js';

/** A PostgreSQL server that is the test's own, to be stopped and started under a service. */
export interface TestPostgres {
  /** Of an empty database, or the primary's; the same after {@link start}. */
  url: string;
  /** The folder of its data. */
  cluster: string;
  /** Ends all sessions and the server, as for a restart by its administrator. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: '100' };

export async function startPostgres(): Promise<TestPostgres> {
  const files = await newFiles();
  const account = serverAccount(files.cluster);
  await files.initialize(await installPostgresBinaries(account), account, { durable: false });
  const server = await startServer(files, files.readPassword());
  const admin = Object.assign(new URL(server.url), { pathname: '/postgres' }).href;
  await execute(admin, 'CREATE DATABASE service');
  return server;
}

/** A server that follows the other by streaming replication, from a copy of its files; it has its own port and the same users. */
export async function startReplica(primary: TestPostgres): Promise<TestPostgres> {
  const files = await newFiles();
  const { hostname, port, username, password } = new URL(primary.url);
  const account = serverAccount(primary.cluster);
  /** The server's account must be able to write them. */
  const give = async (name: string, text: string): Promise<void> => {
    const file = path.join(files.cluster, name);
    await writeFile(file, text);
    if (account) await chown(file, account.uid, account.gid);
  };
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('replica', fast => true)`);
    await promisify(execFile)('cp', ['-a', primary.cluster, files.cluster]);
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    await give('backup_label', rows[0]!.labelfile);
  } finally {
    await client.end();
  }
  await rm(path.join(files.cluster, 'postmaster.pid'));
  await give('standby.signal', '');
  return startServer(files, password, {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
  });
}

async function newFiles(): Promise<ClusterFiles> {
  return new ClusterFiles(await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'postgres-')));
}

async function startServer(
  { cluster }: ClusterFiles,
  password: string,
  settings: Record<string, string> = {},
): Promise<TestPostgres> {
  const account = serverAccount(cluster);
  const program = path.join(await installPostgresBinaries(account), 'bin', 'postgres');
  const port = await freePort();
  const address = `postgresql://postgres:${password}@127.0.0.1:${port}`;
  let server: ChildProcess;
  let ended: Promise<unknown>;
  const kill = () => server.kill('SIGQUIT');
  process.once('exit', kill);
  const start = async (): Promise<void> => {
    const { dataArgument, options } = clusterSpawn(cluster, account);
    const all = Object.entries({ ...SETTINGS, ...settings, port: String(port) });
    const args = all.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(program, ['-D', dataArgument, ...args], { ...options, stdio: 'ignore' });
    ended = once(server, 'exit');
    await until(() => answers(`${address}/postgres`), Boolean);
  };
  const halt = async (): Promise<void> => {
    server.kill('SIGINT');
    await ended;
  };
  await start();
  return {
    url: `${address}/service`,
    cluster,
    halt,
    start,
    stop: async () => {
      process.off('exit', kill);
      await halt();
      await rm(path.dirname(cluster), { recursive: true, force: true });
    },
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function answers(url: string): Promise<boolean> {
  return execute(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}
