import { Catch, HttpException, Injectable, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainEvents } from '../events/domain-events.js';
import { refusalsRecordedAs } from './refusals-recorded.decorator.js';
import { currentContext } from '../context/request-context.js';
import { RouteTable } from '../context/route-table.js';
import { contentTypeRefused } from './body-type.decorator.js';
import { contextOf } from '../context/request-context.js';
import { AppError } from '../errors/app-error.js';
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { ChangeRefused } from '../errors/error.events.js';
import { sendError } from './send-error.js';

const UNIQUE_VIOLATION = '23505';
/** A character that the database cannot store. Parsed input is checked before; this covers other paths. */
const UNSTORABLE_TEXT = /^(22021|22P05)$/;
/** A date or time that the database does not accept. */
const UNUSABLE_TIME = /^2200[789]$/;
/** Error of reading a body whose client disconnected. */
const BODY_CUT_OFF = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR)$/;
/** Connection lost, server stopping or starting, too many connections. */
const DATABASE_UNAVAILABLE = /^(08...|57P..|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** The same as messages of pg and its pool, which have no code. */
const CONNECTION_FAILED =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Driver not Connected)/i;

/** Statement or lock timeout, idle transaction, or deadlock. A retry may succeed. */
const DATABASE_BUSY = /^(57014|55P03|25P03|40P01|40001)$/;
const BUSY_RETRY_SECONDS = 1;
const DOWN_RETRY_SECONDS = 5;

/** Turns every error into the error envelope. */
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
    if (error.status >= 500 && !contextOf(request)?.isSimulation)
      this.logger.error({ code: error.code, err: error.cause ?? thrown }, error.message);
    if (reply.raw.headersSent) {
      // The response has started (a file, a stream): closing it shows the client that it is incomplete.
      reply.raw.destroy();
      return;
    }
    const refusal = refusalOf(request, error);
    if (refusal) await this.tell(refusal);
    sendError(request, reply, error);
  }

  /** The refusal is answered even if it cannot be recorded. */
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
      `${request.method} is not allowed on this route`,
      { reason: 'method', allowed },
      { headers: { allow: allowed.join(', ') } },
    );
  }
}

/** Null for errors that are not refusals, for replays that came too early, and for unknown callers. */
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

const CUT_OFF = AppError.invalid([{ field: 'body', issue: 'is incomplete' }]);

/** Whether the client disconnected. A lost database has the same codes, but the request is then complete. */
function isCutOff({ raw }: FastifyRequest, thrown: unknown): boolean {
  return raw.destroyed && !raw.complete && BODY_CUT_OFF.test((thrown as { code?: string } | null)?.code ?? '');
}

/** The AppError for anything thrown. Depends on what the route accepts. */
export function toAppError(thrown: unknown, request?: FastifyRequest): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof HttpException) return fromStatus(thrown.getStatus(), thrown);
  if (thrown instanceof Error) {
    const { code, statusCode, message } = thrown as Partial<FastifyError>;
    if (code === UNIQUE_VIOLATION) return AppError.conflict('already_exists', 'The object already exists');
    if (code !== undefined && UNSTORABLE_TEXT.test(code)) {
      return AppError.invalid([{ field: 'body', issue: 'contains invalid characters' }]);
    }
    if (code !== undefined && UNUSABLE_TIME.test(code)) {
      return AppError.invalid([{ field: 'body', issue: 'contains a date or time out of range' }]);
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
  return new AppError('INTERNAL_ERROR', 'Internal error; give the request id to support', {}, { cause: thrown });
}

function unavailable(reason: string, retryAfter: number, cause: Error): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The service is temporarily unavailable',
    { reason },
    { cause, headers: { 'retry-after': String(retryAfter) } },
  );
}

/** Fastify refuses malformed requests before our code runs. */
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
    code === 'INTERNAL_ERROR' ? 'Internal error; give the request id to support' : cause.message,
    {},
    { cause },
  );
}
