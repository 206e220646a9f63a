import { createParamDecorator } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import { currentContext } from '../context/request-context.js';
import type { Principal } from '../principal/principal.js';

/** Returns the caller of a route that is not public. @throws AppError UNAUTHORIZED on a public route */
export function requirePrincipal(): Principal {
  const principal = currentContext()?.principal;
  if (!principal) throw AppError.unauthorized('jwt', 'missing');
  return principal;
}

/** Parameter decorator: the caller. Not for public routes. */
export const CurrentPrincipal = createParamDecorator(requirePrincipal);
