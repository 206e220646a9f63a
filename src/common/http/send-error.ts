import type { FastifyReply, FastifyRequest } from 'fastify';
import { responseMeta, type ResponseMeta } from './envelope.js';
import type { AppError, ErrorDetails } from '../errors/app-error.js';

interface Envelope {
  success: false;
  error: { code: string; message: string; details: ErrorDetails };
  meta: ResponseMeta;
}

/** The error envelope (spec part 7). */
export function errorEnvelope(request: FastifyRequest, { code, message, details }: AppError): Envelope {
  const meta = responseMeta(request.id, request.headers['x-debug'] === 'true');
  return { success: false, error: { code, message, details }, meta };
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): void {
  void reply
    .status(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .send(errorEnvelope(request, error));
}
