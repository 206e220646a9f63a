import { format, stripVTControlCharacters } from 'node:util';
import type { Logger } from 'pino';

/**
 * Sends what libraries print through the log: warnings of the process and everything written to `console`. Each line of
 * standard output is then one object of JSON, whoever wrote it.
 */
export function logWhatLibrariesPrint(logger: Logger): void {
  const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'debug' } as const;
  for (const [method, level] of Object.entries(levels) as [
    keyof typeof levels,
    (typeof levels)[keyof typeof levels],
  ][]) {
    console[method] = (...values: unknown[]) =>
      logger[level]({ context: 'console' }, stripVTControlCharacters(format(...values)));
  }
  // Node's own listener writes text to standard error.
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error & { code?: string }) => {
    const { name, code, message, stack } = warning;
    logger.warn({ context: 'process', warning: name, code, stack }, message);
  });
}
