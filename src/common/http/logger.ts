import type { LoggerService } from '@nestjs/common';
import { pino, type Logger, type LoggerOptions } from 'pino';
import { currentTraceId } from '../telemetry/tracing.js';
import { currentContext } from './request-context.js';

/**
 * The one list of what never reaches a log line, wherever in a logged object it stands (up to three levels deep), in
 * whatever spelling: `accessToken`, `access_token`, `Access-Token`.
 */
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

/** The object with `[redacted]` for its secrets. Pino's own redaction takes ten times as long over this many names. */
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

/** Errors and other instances are left to their serializers. */
function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)
  );
}

/** JSON lines on standard output, each with the ids of its request and of its trace where there are such. */
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
  // Each line by a write of its own, at once: a thread pool's would cost more and lose the last lines of a crash.
  return pino(options, pino.destination({ fd: process.stdout.fd, sync: true }));
}

/**
 * An error without what it carries along: a failed query names its parameters and PostgreSQL the row it refused, and
 * those are people's data.
 */
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

/** Lets Nest's own messages and `new Logger(Name)` in the services go through the same JSON log. */
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

  /** Nest hands over the logger's context as the last argument; an Error anywhere becomes `err` with its stack. */
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
    // Nest's chatter about modules and routes is for debugging; operators see what the service itself says.
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
