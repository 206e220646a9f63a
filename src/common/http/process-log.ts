import { format, stripVTControlCharacters } from 'node:util';
import type { Logger } from 'pino';

/**
 * Sends what libraries print through the log: warnings of the process and everything written to `console`. Each line of
 * standard output is then one object of JSON, also when a library wrote it.
 */
export function logWhatLibrariesPrint(logger: Logger): void {
  const to =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...values: unknown[]): void =>
      logger[level]({ context: 'console' }, stripVTControlCharacters(format(...values)));
  const [debug, info] = [to('debug'), to('info')];
  Object.assign(console, { trace: debug, debug, log: info, info, warn: to('warn'), error: to('error') });
  // Node's own listener writes text to standard error.
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error & { code?: string }) => {
    const { name, code, message, stack } = warning;
    logger.warn({ context: 'process', warning: name, code, stack }, message);
  });
}
