import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { currentContext } from '../context/request-context.js';
import { AppError } from '../errors/app-error.js';
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { SANDBOX_USE, type SandboxUse } from './in-sandbox.decorator.js';

/** Header by which a request to the sandbox asks for an error of the catalog. Ignored elsewhere. */
const ERROR_HEADER = 'x-sandbox-error';
/** Of simulated refusals for load. Seconds. */
const RETRY_AFTER = 1;

/** Refuses routes that the sandbox does not have, and simulates errors there. After the checks of access: a simulation tells nothing. */
@Injectable()
export class SandboxGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const current = currentContext();
    const isSandbox = current?.isSandbox === true;
    const use = this.reflector.getAllAndOverride<SandboxUse | undefined>(SANDBOX_USE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (isSandbox && use === 'refused') {
      throw new AppError('FORBIDDEN', 'The sandbox does not have this: use the live base', { reason: 'live_only' });
    }
    if (!isSandbox && use === 'only') {
      throw new AppError('FORBIDDEN', 'Only the sandbox has this: use its base', { reason: 'sandbox_only' });
    }
    const asked = isSandbox ? context.switchToHttp().getRequest<FastifyRequest>().headers[ERROR_HEADER] : undefined;
    if (!current || asked === undefined) return true;
    const error = simulated(String(asked));
    current.isSimulation = true;
    throw error;
  }
}

/** The error that a request asked for, in the shape of a real one; otherwise INVALID_REQUEST. */
function simulated(asked: string): AppError {
  if (!Object.hasOwn(ERROR_CODES, asked)) {
    return AppError.invalid([
      { field: 'X-Sandbox-Error', issue: `must be one of ${Object.keys(ERROR_CODES).join(', ')}` },
    ]);
  }
  const code = asked as ErrorCode;
  const headers = { 'retry-after': String(RETRY_AFTER) };
  switch (code) {
    case 'INVALID_REQUEST':
      return AppError.invalid([{ field: 'body', issue: 'is simulated' }]);
    case 'UNAUTHORIZED':
      return AppError.unauthorized(
        currentContext()?.principal?.credential.type === 'api_key' ? 'api_key' : 'jwt',
        'revoked',
      );
    case 'RATE_LIMIT_EXCEEDED':
      return new AppError(code, 'Simulated', { limit: 1, window_seconds: 3600, retry_after: RETRY_AFTER }, { headers });
    case 'SERVICE_UNAVAILABLE':
      return new AppError(code, 'Simulated', { reason: 'simulated', retry_after: RETRY_AFTER }, { headers });
    default:
      return new AppError(code, 'Simulated', { reason: 'simulated' });
  }
}
