import { createParamDecorator } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import { currentContext } from '../context/request-context.js';
import type { Principal } from '../principal/principal.js';

/** Parameter decorator: the caller. Not for public routes. */
export const CurrentPrincipal = createParamDecorator((): Principal => {
  const principal = currentContext()?.principal;
  if (!principal) throw AppError.unauthorized('jwt', 'missing');
  return principal;
});
