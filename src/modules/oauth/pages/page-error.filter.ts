import { Catch, Inject, Injectable, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../../common/errors/app-error.js';
import { toAppError } from '../../../common/http/error.filter.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { PAGE_HEADERS } from './page-headers.js';
import { rootOf } from './page-root.js';
import { inWords } from './problems.js';
import { errorPage } from './views/notices.js';

@Catch()
@Injectable()
export class PageErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('PageErrorFilter');

  constructor(@Inject(TOKEN_ISSUER) private readonly issuer: string) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = toAppError(thrown);
    if (error.status >= 500) this.logger.error({ code: error.code, err: error.cause ?? thrown }, error.message);
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    void reply
      .status(error.status)
      .headers({ ...error.headers, ...PAGE_HEADERS })
      .type('text/html; charset=utf-8')
      .send(errorPage({ root: rootOf(this.issuer), ...wordsOf(error), reference: request.id }));
  }
}

const waitFor = (seconds: string | undefined): string => `Wait ${inWords(seconds)}, then load this page again.`;

/** A message for users rather than developers. */
function wordsOf({ code, details, headers, message }: AppError): { title: string; message: string } {
  if (code === 'GONE') {
    return {
      title: 'This sign-in has ended',
      message: 'It expired, or was completed in another window. Go back to the application and sign in again.',
    };
  }
  if (code === 'FORBIDDEN' && details['reason'] === 'csrf') {
    return {
      title: 'This page is out of date',
      message: 'Nothing was changed. Go back to the application and sign in again.',
    };
  }
  if (code === 'FORBIDDEN' && details['reason'] === 'other_organization') {
    return {
      title: 'You cannot use this application',
      message: 'It belongs to another organization.',
    };
  }
  if (code === 'FORBIDDEN') return { title: 'You cannot use this application', message: `${message}.` };
  if (code === 'NOT_FOUND') {
    return { title: 'There is no such page', message: 'Go back to the application and sign in again.' };
  }
  if (code === 'RATE_LIMIT_EXCEEDED') {
    return { title: 'Too many requests', message: waitFor(headers['retry-after']) };
  }
  if (code === 'SERVICE_UNAVAILABLE') {
    return { title: 'The service is busy', message: waitFor(headers['retry-after']) };
  }
  if (code === 'INVALID_REQUEST') {
    return { title: 'This request is not complete', message: 'Go back to the application and sign in again.' };
  }
  return { title: 'Something went wrong', message: 'An unexpected error occurred. Try again in a few minutes.' };
}
