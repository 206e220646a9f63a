import { readFileSync } from 'node:fs';

/** Length of a tick in /proc on Linux. Milliseconds. */
const TICK_MS = 10;

/** Processor time that a process has taken, all its threads together, in steps of 10 ms. Other processes do not add to it. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may hold spaces; 14 and 15 of the manual are the 12th and 13th behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
