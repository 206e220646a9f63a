import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const EXPENSIVE = 'expensive';

/**
 * The route asks much of the service: of such requests each user and each organization may have only so many at a time on a
 * node (`expensive-requests.ts`). One more is answered 429 with `reason: concurrency` and `Retry-After`.
 */
export const Expensive = (): CustomDecorator => SetMetadata(EXPENSIVE, true);
