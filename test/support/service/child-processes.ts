import { readdirSync, readFileSync } from 'node:fs';

/** Ids of the running child processes of a process whose command line contains the name of a program, oldest first. Linux only. */
export function childrenOf(pid: number, program = ''): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads
    .flatMap((thread) => readOrEmpty(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter(Boolean)
    .map(Number)
    .filter((child) => isProcessRunning(child) && readOrEmpty(`/proc/${child}/cmdline`).includes(program))
    .sort((a, b) => a - b);
}

/** Whether a process has not ended. The parent of a zombie has not asked for its exit code. */
export function isProcessRunning(pid: number): boolean {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat !== '' && !/\) Z /.test(stat);
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
