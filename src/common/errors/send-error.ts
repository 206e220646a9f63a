import type { FastifyReply, FastifyRequest } from 'fastify';
import { responseMeta } from '../http/envelope.js';
import type { AppError } from './app-error.js';

/** Answers with the error envelope (spec part 7). */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): void {
  void reply
    .status(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .send({
      success: false,
      error: { code: error.code, message: error.message, details: error.details },
      meta: responseMeta(request.id, request.headers['x-debug'] === 'true'),
    });
}
