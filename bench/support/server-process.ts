import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/common/runtime/free-port.js';
import { compiledFile } from '@amks/reader/processes/installation.js';

/** A server under measurement, in a separate process. */
export interface ServerProcess {
  pid: number;
  url: string;
  /** Milliseconds from the start of the process to its first successful response. */
  startMs: number;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 10;

/**
 * Starts a compiled file and waits until `readyPath` returns 200. The environment is `env`, PATH and HOME; the log is
 * discarded, standard error goes to `stderr`.
 */
export async function startServer(
  file: string,
  readyPath: string,
  env: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<ServerProcess> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, compiledFile(file)], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url + readyPath))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with code ${child.exitCode}`);
    if (performance.now() - startedAt > START_TIMEOUT_MS) throw new Error(`${file} does not answer`);
    await sleep(POLL_MS);
  }
  return {
    pid: child.pid!,
    url,
    startMs: performance.now() - startedAt,
    stop: async () => {
      process.off('exit', kill);
      child.kill('SIGTERM');
      const timer = setTimeout(kill, STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The service as `npm start` runs it, without limits of plans and users. */
export function startService(env: Record<string, string>): Promise<ServerProcess> {
  const limits = {
    RATE_LIMIT_STANDARD: '1000000000',
    RATE_LIMIT_ENTERPRISE: '1000000000',
    EXPENSIVE_REQUESTS_PER_USER: '100000',
    EXPENSIVE_REQUESTS_PER_ORGANIZATION: '100000',
  };
  const profile = process.env['BENCH_CPU_PROFILE'];
  const nodeOptions = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  return startServer('main.js', '/readyz', { ...limits, ...env }, nodeOptions);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
