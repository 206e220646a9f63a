import { format, stripVTControlCharacters } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import { pino, type Logger, type LoggerOptions } from 'pino';
import { currentTraceId } from './tracing.js';
import { currentContext } from '../context/request-context.js';

/** Fields that are never logged, up to three levels deep, in any spelling: `accessToken`, `access_token`, `Access-Token`. */
const SECRET_FIELDS = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'xapikey',
  'password',
  'newpassword',
  'currentpassword',
  'passwordhash',
  'accesstoken',
  'refreshtoken',
  'mfatoken',
  'token',
  'apikey',
  'secret',
  'clientsecret',
  'recoverycode',
  'recoverycodes',
  'otpauthuri',
  'qrsvg',
  'phone',
  'email',
]);
const SECRET_DEPTH = 3;

/** The object with secrets replaced by `[redacted]`. Pino's own redaction takes ten times as long for this many names. */
export function withoutSecrets(fields: object, depth = SECRET_DEPTH): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (isSecret(key)) clean[key] = '[redacted]';
    else clean[key] = depth > 1 && isPlain(value) ? withoutSecrets(value, depth - 1) : value;
  }
  return clean;
}

function isSecret(key: string): boolean {
  return SECRET_FIELDS.has(key.toLowerCase().replaceAll(/[_-]/g, ''));
}

/** Errors and other instances have serializers. */
function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)
  );
}

/** JSON lines on standard output, with request and trace ids. */
export function createLogger(level: string): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: (fields) => withoutSecrets(fields) },
    serializers: { err: describeError },
    mixin: () => {
      const context = currentContext();
      return { request_id: context?.requestId, trace_id: currentTraceId() };
    },
  };
  // Written synchronously: a worker thread costs more and loses the last lines before a crash.
  return pino(options, pino.destination({ fd: process.stdout.fd, sync: true }));
}

/** An error without its properties: failed queries carry parameters, and PostgreSQL the refused row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    code,
    message: error.message,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}

/** Sends Nest's messages, including those of `new Logger(Name)`, through the same log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes the context as last argument. An Error in any place becomes `err`. */
  private write(
    level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    const error = [message, ...rest].find((value) => value instanceof Error);
    const fields = typeof message === 'object' && message !== null && !(message instanceof Error) ? message : {};
    const said = [message, ...rest.slice(0, -1)].find((value): value is string => typeof value === 'string');
    const text = said ?? (error instanceof Error ? error.message : undefined);
    // Nest's startup messages are for debugging.
    const quiet = level === 'info' && typeof context === 'string' && FRAMEWORK_CONTEXTS.has(context);
    this.logger[quiet ? 'debug' : level]({ ...fields, context, ...(error ? { err: error } : {}) }, text);
  }
}

const FRAMEWORK_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Sends output of libraries through the log: process warnings and `console`. So each line of standard output is a JSON object. */
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
