import type { FastifyReply, FastifyRequest } from 'fastify';
import { responseMeta, type ResponseMeta } from './envelope.js';
import type { AppError, ErrorDetails } from '../errors/app-error.js';
import { isScim, SCIM_RESPONSE_TYPE, scimErrorOf } from './scim-error.js';

interface Envelope {
  success: false;
  error: { code: string; message: string; details: ErrorDetails };
  meta: ResponseMeta;
}

/** The error envelope (spec part 7). */
function errorEnvelope(request: FastifyRequest, { code, message, details }: AppError): Envelope {
  const meta = responseMeta(request.id, request.headers['x-debug'] === 'true');
  return { success: false, error: { code, message, details }, meta };
}

/** The envelope, or the message of RFC 7644 under its base. */
export function errorBody(request: FastifyRequest, error: AppError): { type: string; body: object } {
  if (isScim(request)) return { type: SCIM_RESPONSE_TYPE, body: scimErrorOf(error) };
  return { type: 'application/json; charset=utf-8', body: errorEnvelope(request, error) };
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): void {
  const { type, body } = errorBody(request, error);
  void reply.status(error.status).headers(error.headers).type(type).send(body);
}
