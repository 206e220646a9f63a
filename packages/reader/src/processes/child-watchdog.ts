import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { confineThreads } from './confined-threads.js';

/** Signal of a child that exceeds its memory. Not SIGKILL, which the system or an administrator may send too. Windows has no other. */
export const OUT_OF_MEMORY_SIGNAL: NodeJS.Signals = process.platform === 'win32' ? 'SIGKILL' : 'SIGUSR2';

const WATCHDOG = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > workerData.memory) process.kill(process.pid, workerData.signal);
  }, 200);
`;

/**
 * Ends this process if the parent has ended or memory exceeds the limit. Runs in a separate thread, because the main
 * thread may be inside a parser and handle neither `disconnect` nor timers. The parent watches memory too where it
 * can (Linux). This is the last thread started without restrictions: see {@link confineThreads}.
 */
export function startWatchdog(maxMemoryBytes: number): void {
  new Worker(WATCHDOG, {
    eval: true,
    workerData: { parent: process.ppid, memory: maxMemoryBytes, signal: OUT_OF_MEMORY_SIGNAL },
  });
  confineThreads();
}

/** Resident memory of a process in bytes; 0 if the system does not report it. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
