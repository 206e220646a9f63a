import { Catch, Injectable, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { toAppError } from '../../../common/http/error.filter.js';

/** Errors before oidc-provider received the request, in the shape of RFC 6749, 5.2. */
@Catch()
@Injectable()
export class OAuthErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(OAuthErrorFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = toAppError(thrown);
    if (error.status >= 500) this.logger.error({ code: error.code, err: error.cause ?? thrown }, error.message);
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    void reply
      .status(error.status)
      .headers({ ...error.headers, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send({ error: codeOf(error.status), error_description: error.message });
  }
}

function codeOf(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
