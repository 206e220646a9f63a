import { createParamDecorator } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import { currentContext } from '../http/request-context.js';
import type { Principal } from './principal.js';

/** The caller, as a controller's parameter. Only on routes that are not public. */
export const CurrentPrincipal = createParamDecorator((): Principal => {
  const principal = currentContext()?.principal;
  if (!principal) throw AppError.unauthorized('jwt', 'missing');
  return principal;
});
