import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { currentContext } from '../context/request-context.js';
import { ACCESS, type Access } from './access.decorator.js';
import { listPermissions, type Principal } from '../principal/principal.js';

/** Maximum age of a fresh proof of identity. Milliseconds. */
const FRESH_PROOF_MAX_AGE_MS = 10 * 60 * 1000;

/** Compares the caller's rights with the declaration of the route. Routes without a declaration are denied. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!access) {
      const { method, url } = context.switchToHttp().getRequest<FastifyRequest>();
      throw new AppError(
        'FORBIDDEN',
        'This route is closed',
        { reason: 'undeclared' },
        { cause: `${method} ${url} declares no access` },
      );
    }
    if (access.kind === 'public') return true;
    const principal = currentContext()?.principal;
    if (principal?.credential.mfaMissing && !access.beforeMfa) {
      throw new AppError('FORBIDDEN', 'Your organization requires a second factor: enroll one first', {
        reason: 'mfa_enrollment_required',
      });
    }
    const missing =
      access.kind === 'permission' && access.permissions.find((permission) => !principal?.permissions.has(permission));
    if (missing) throw AppError.forbidden(missing, principal ? listPermissions(principal.permissions) : []);
    if (access.session && principal?.credential.type !== 'session') {
      throw new AppError('FORBIDDEN', 'API keys and applications cannot do this: sign in', {
        reason: 'session_required',
      });
    }
    if (access.freshProof) requireFreshProof(principal);
    return true;
  }
}

/** Whether the user proved their identity in this session, or the session of the OAuth token, within ten minutes. */
export function isFresh(principal: Principal | null | undefined): boolean {
  if (!principal || principal.credential.type === 'api_key') return false;
  const { provenAt } = principal.credential;
  return provenAt !== null && Date.now() - provenAt.getTime() <= FRESH_PROOF_MAX_AGE_MS;
}

/** API keys pass: they got their permissions under a fresh proof. @throws AppError UNAUTHORIZED (step_up_required) */
function requireFreshProof(principal: Principal | null | undefined): void {
  const credential = principal?.credential.type;
  if (credential === 'api_key' || isFresh(principal)) return;
  throw AppError.unauthorized(credential === 'oauth' ? 'oauth' : 'jwt', 'step_up_required');
}
