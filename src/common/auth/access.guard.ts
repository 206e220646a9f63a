import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { currentContext } from '../http/request-context.js';
import { ACCESS, type Access } from './access.decorator.js';
import { listPermissions } from './principal.js';

/** Holds the caller's rights against what the route declares. Default deny: an undeclared route answers nobody. */
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
    if (access.kind === 'permission' && !principal?.permissions.has(access.permission)) {
      throw AppError.forbidden(access.permission, principal ? listPermissions(principal.permissions) : []);
    }
    if (access.session && principal?.credential.type !== 'session') {
      throw new AppError('FORBIDDEN', 'This is not done with an API key: sign in', { reason: 'session_required' });
    }
    return true;
  }
}
