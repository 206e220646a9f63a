import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Fails } from '../openapi/fails.decorator.js';

export const EXPENSIVE = 'expensive';

/**
 * The route asks much of the service: of such requests each user and each organization may have only so many under way in a
 * process. One more is answered 429 with `reason: concurrency` and `Retry-After`.
 */
export const Expensive = (): MethodDecorator =>
  applyDecorators(
    SetMetadata(EXPENSIVE, true),
    Fails('RATE_LIMIT_EXCEEDED', 'concurrency; none where the limit of the hour is exceeded. See Retry-After'),
  );
