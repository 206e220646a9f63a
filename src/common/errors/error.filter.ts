import { Catch, HttpException, Injectable, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainEvents } from '../events/domain-events.js';
import { refusalsRecordedAs } from '../http/refusals-recorded.decorator.js';
import { currentContext } from '../http/request-context.js';
import { RouteTable } from '../http/route-table.js';
import { contentTypeRefused } from '../http/body-type.decorator.js';
import { AppError } from './app-error.js';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import { ChangeRefused } from './error.events.js';
import { sendError } from './send-error.js';

const UNIQUE_VIOLATION = '23505';
/** A character that the database cannot store. Parsed input is checked for those; this is for what comes another way. */
const UNSTORABLE_TEXT = /^(22021|22P05)$/;
/** A date or time that the database does not know, or one beyond its calendar. */
const UNUSABLE_TIME = /^2200[789]$/;
/** What reading a body ends with when its sender goes away. */
const BODY_CUT_OFF = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR)$/;
/** Connection lost, server shutting down or starting, too many connections: the database cannot serve now. */
const DATABASE_UNAVAILABLE = /^(08...|57P..|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** The same, in the words of pg and its pool, which give no code. */
const CONNECTION_FAILED =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Driver not Connected)/i;

/**
 * Statement or lock took too long, the session sat idle inside a transaction, or transactions stood in each other's way: each may
 * go well when it is tried again.
 */
const DATABASE_BUSY = /^(57014|55P03|25P03|40P01|40001)$/;
const BUSY_RETRY_SECONDS = 1;
const DOWN_RETRY_SECONDS = 5;

/** Turns every error, ours, the framework's, the database's and the unknown, into the error envelope. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('ErrorFilter');

  constructor(
    private readonly routes: RouteTable,
    private readonly events: DomainEvents,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = request.is404
      ? this.noSuchRoute(request)
      : isCutOff(request, thrown)
        ? CUT_OFF
        : toAppError(thrown, request);
    if (error.status >= 500) this.logger.error({ code: error.code, err: error.cause ?? thrown }, error.message);
    if (reply.raw.headersSent) {
      // The body was under way (a file, a stream): all that is left is to cut it, so that the client sees it as broken.
      reply.raw.destroy();
      return;
    }
    const refusal = refusalOf(request, error);
    if (refusal) await this.tell(refusal);
    sendError(request, reply, error);
  }

  /** Whatever becomes of the record, the refusal is answered. */
  private async tell(refusal: ChangeRefused): Promise<void> {
    try {
      await this.events.emit(refusal);
    } catch (failure) {
      this.logger.error({ err: failure }, 'a refused change could not be recorded');
    }
  }

  /** 405 with `Allow` when the path exists for other methods. */
  private noSuchRoute(request: FastifyRequest): AppError {
    const allowed = this.routes.allowedMethods(request.url.split('?', 1)[0] ?? '');
    if (allowed.length === 0) return new AppError('NOT_FOUND', 'No such route', { resource: 'route' });
    return new AppError(
      'METHOD_NOT_ALLOWED',
      `${request.method} is not possible here`,
      { reason: 'method', allowed },
      { headers: { allow: allowed.join(', ') } },
    );
  }
}

/** Null for all that is no refusal, also of a repetition that came too early, and for callers whom nobody knows. */
function refusalOf(request: FastifyRequest, { code, details }: AppError): ChangeRefused | null {
  if (code !== 'FORBIDDEN' && code !== 'CONFLICT') return null;
  const recorded = refusalsRecordedAs(request);
  if (!recorded || !currentContext()?.principal) return null;
  const { reason } = details;
  if (reason === 'idempotency_key_in_use') return null;
  return new ChangeRefused(
    recorded.action,
    recorded.target,
    typeof reason === 'string' ? reason : 'permission_missing',
  );
}

const CUT_OFF = AppError.invalid([{ field: 'body', issue: 'did not arrive completely' }]);

/** Whether it is the client that went away. A database that did so gives the same codes, but leaves the request whole. */
function isCutOff({ raw }: FastifyRequest, thrown: unknown): boolean {
  return raw.destroyed && !raw.complete && BODY_CUT_OFF.test((thrown as { code?: string } | null)?.code ?? '');
}

/** The AppError that stands for whatever was thrown, and where in a request: it may say what the route takes. */
export function toAppError(thrown: unknown, request?: FastifyRequest): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof HttpException) return fromStatus(thrown.getStatus(), thrown);
  if (thrown instanceof Error) {
    const { code, statusCode, message } = thrown as Partial<FastifyError>;
    if (code === UNIQUE_VIOLATION) return AppError.conflict('already_exists', 'Such an object already exists');
    if (code !== undefined && UNSTORABLE_TEXT.test(code)) {
      return AppError.invalid([{ field: 'body', issue: 'holds characters that are not text' }]);
    }
    if (code !== undefined && UNUSABLE_TIME.test(code)) {
      return AppError.invalid([{ field: 'body', issue: 'holds a date or time out of range' }]);
    }
    if (code !== undefined && DATABASE_BUSY.test(code)) {
      return unavailable('database_busy', BUSY_RETRY_SECONDS, thrown);
    }
    if (DATABASE_UNAVAILABLE.test(code ?? '') || CONNECTION_FAILED.test(message ?? '')) {
      return unavailable('database', DOWN_RETRY_SECONDS, thrown);
    }
    if (code?.startsWith('FST_')) return fromFastify(thrown as FastifyError, request);
    if (statusCode !== undefined && statusCode < 500) return fromStatus(statusCode, thrown);
  }
  return new AppError(
    'INTERNAL_ERROR',
    'Something went wrong on our side; quote the request id to support',
    {},
    { cause: thrown },
  );
}

function unavailable(reason: string, retryAfter: number, cause: Error): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The service cannot answer right now',
    { reason },
    { cause, headers: { 'retry-after': String(retryAfter) } },
  );
}

/** Fastify refuses malformed requests before any of our code runs. */
function fromFastify(error: FastifyError, request?: FastifyRequest): AppError {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return contentTypeRefused(request);
  return fromStatus(error.statusCode ?? 500, error);
}

function fromStatus(status: number, cause: Error): AppError {
  const entry = Object.entries(ERROR_CODES).find(([, value]) => value === status);
  const code = (entry?.[0] ?? (status < 500 ? 'INVALID_REQUEST' : 'INTERNAL_ERROR')) as ErrorCode;
  if (code === 'INVALID_REQUEST') return AppError.invalid([{ field: 'body', issue: 'could not be read' }]);
  if (code === 'NOT_FOUND') return new AppError(code, 'No such route', { resource: 'route' });
  return new AppError(
    code,
    code === 'INTERNAL_ERROR' ? 'Something went wrong on our side; quote the request id to support' : cause.message,
    {},
    { cause },
  );
}
