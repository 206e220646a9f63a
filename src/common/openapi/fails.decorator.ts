import { ApiResponse } from '@nestjs/swagger';
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { ErrorEnvelope } from '../errors/error.response.js';

/**
 * An error that the route may answer beside those of every route of its shape (see `createOpenApiDocument`), with the
 * values of `details.reason`.
 */
export const Fails = (code: ErrorCode, ...reasons: string[]): MethodDecorator =>
  ApiResponse({
    status: ERROR_CODES[code],
    description: reasons.length > 0 ? `${code}: reason ${reasons.join(', ')}` : code,
    type: ErrorEnvelope,
  });
