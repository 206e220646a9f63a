import { ApiResponse } from '@nestjs/swagger';
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { ErrorEnvelope } from '../errors/error.response.js';

/** An error of the route in addition to the common ones (see `createOpenApiDocument`), with its values of `details.reason`. */
export const Fails = (code: ErrorCode, ...reasons: string[]): MethodDecorator =>
  ApiResponse({
    status: ERROR_CODES[code],
    description: reasons.length > 0 ? `${code}: reason ${reasons.join(', ')}` : code,
    type: ErrorEnvelope,
  });
