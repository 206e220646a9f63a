import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { freePort } from '../../../src/common/runtime/free-port.js';

/** Keeps the server only as long as this process has standard input open: no test leaves one behind. */
const KEEPER = '"$@" </dev/null & echo "pid $!"; read -r _; kill -9 $! 2>/dev/null';

/** A real Redis in a separate process, in memory alone. */
export interface TestRedis {
  /** `redis://…` for REDIS_URL; the same after {@link start}. */
  url: string;
  /** SIGKILL: connections break, and its data is lost. */
  kill(): Promise<void>;
  /** After {@link kill}: back on the same port, empty. */
  start(): Promise<void>;
  /** SIGSTOP: connections stay and are accepted, nothing is answered. */
  hang(): void;
  /** SIGCONT. */
  resume(): void;
  stop(): Promise<void>;
}

function findRedis(): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter).concat('/usr/bin', '/usr/sbin');
  return folders.map((folder) => path.join(folder, 'redis-server')).find((file) => existsSync(file)) ?? null;
}

/**
 * `describe` for tests with a Redis. Where none is installed they are skipped and the reason is printed; in CI there has to
 * be one, and they fail.
 */
export function describeWithRedis(name: string, tests: () => void): void {
  if (findRedis() !== null || process.env.CI === 'true') {
    describe(name, tests);
    return;
  }
  const reason = 'no redis-server found; install it';
  process.stderr.write(`skipped: ${name} (${reason})\n`);
  describe.skip(`${name} (${reason})`, tests);
}

/** @param settings on top of redis.conf's defaults, as `['--requirepass', 'secret']` */
export async function startRedis(settings: readonly string[] = []): Promise<TestRedis> {
  const directory = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'redis-'));
  const port = await freePort();
  const run = (): Promise<RunningRedis> => spawnRedis(directory, port, settings);
  let running = await run();
  const kill = async (): Promise<void> => {
    running.keeper.stdin?.end();
    await running.ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start: async () => {
      running = await run();
    },
    hang: () => process.kill(running.pid, 'SIGSTOP'),
    resume: () => process.kill(running.pid, 'SIGCONT'),
    stop: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface RunningRedis {
  keeper: ChildProcess;
  pid: number;
  ended: Promise<unknown>;
}

async function spawnRedis(directory: string, port: number, settings: readonly string[]): Promise<RunningRedis> {
  const binary = findRedis();
  if (binary === null) throw new Error('no redis-server found; install it');
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory];
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', binary, ...own, ...settings], { stdio: 'pipe' });
  const ended = once(keeper, 'exit');
  let said = '';
  let pid = -1;
  const lines = readline.createInterface({ input: keeper.stdout });
  for await (const line of lines) {
    said += `${line}\n`;
    pid = Number(/^pid (\d+)$/.exec(line)?.[1] ?? pid);
    if (line.includes('Ready to accept connections')) {
      keeper.stdout.resume();
      return { keeper, pid, ended };
    }
  }
  throw new Error(`Redis did not start:\n${said}`);
}
