import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort, untilListening } from './ports.js';

/** A real Redis, in memory alone. */
export interface TestRedis {
  /** `redis://127.0.0.1:port` for REDIS_URL; the same after {@link start}. */
  url: string;
  /** Ends the process, as for a server that is down; `start` brings an empty one back on the same port. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child = await spawnServer(port);
  const halt = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    halt,
    start: async () => {
      child = await spawnServer(port);
    },
    stop: halt,
  };
}

async function spawnServer(port: number): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  process.once('exit', () => child.kill('SIGKILL'));
  await untilListening(port, child, () => said);
  return child;
}
