import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { confineThreads } from './confined-threads.js';

/**
 * How a child process ends itself when it holds too much memory: not by SIGKILL, which the system or an administrator sends
 * too, for reasons that lie outside of the file. Windows has no other.
 */
export const OUT_OF_MEMORY_SIGNAL: NodeJS.Signals = process.platform === 'win32' ? 'SIGKILL' : 'SIGUSR2';

const WATCHDOG = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > workerData.memory) process.kill(process.pid, workerData.signal);
  }, 200);
`;

/**
 * Ends this process when the parent is gone or memory runs over, from a thread of its own: the main thread may be
 * inside a parser and hear neither `disconnect` nor a timer. The parent watches memory too where it can (Linux). It is
 * the last thread that is started freely: see {@link confineThreads}.
 */
export function startWatchdog(maxMemoryBytes: number): void {
  new Worker(WATCHDOG, {
    eval: true,
    workerData: { parent: process.ppid, memory: maxMemoryBytes, signal: OUT_OF_MEMORY_SIGNAL },
  });
  confineThreads();
}

/** Resident memory of a process in bytes, or 0 where the system does not tell this way. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
