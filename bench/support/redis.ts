import { spawn } from 'node:child_process';
import { once } from 'node:events';
import readline from 'node:readline';
import { freePort } from '../../src/common/runtime/free-port.js';

/** A local Redis without persistence. */
export interface BenchRedis {
  url: string;
  stop(): Promise<void>;
}

/** Null if `redis-server` is not installed. */
export async function startRedis(): Promise<BenchRedis | null> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const failed = once(child, 'error').then(() => null);
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  const ready = (async () => {
    for await (const line of readline.createInterface({ input: child.stdout })) {
      if (line.includes('Ready to accept connections')) break;
    }
    child.stdout.resume();
    return {
      url: `redis://127.0.0.1:${port}`,
      stop: async () => {
        process.off('exit', kill);
        const ended = once(child, 'exit');
        kill();
        await ended;
      },
    };
  })();
  return Promise.race([failed, ready]);
}
