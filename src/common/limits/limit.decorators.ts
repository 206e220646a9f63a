import { SetMetadata, type CustomDecorator, applyDecorators } from '@nestjs/common';
import { Fails } from '../openapi/fails.decorator.js';

export const COUNTED = 'counted';

/** How requests to a route count against rate limits. Default: for the organization or the address. */
export type Counting = 'never' | 'as_page' | 'by_answer';

const counted = (counting: Counting): CustomDecorator => SetMetadata(COUNTED, counting);

export const Uncounted = (): CustomDecorator => counted('never');

/** A page shown before sign-in. Companies share addresses, so pages have a wider limit. */
export const CountedAsPage = (): CustomDecorator => counted('as_page');

/** The handler counts the request, because only it learns for whom. */
export const CountedByAnswer = (): CustomDecorator => counted('by_answer');

export const EXPENSIVE = 'expensive';

/** Limits concurrent requests per user and organization in each process: 429 with `reason: concurrency` and `Retry-After`. */
export const Expensive = (): MethodDecorator =>
  applyDecorators(
    SetMetadata(EXPENSIVE, true),
    Fails('RATE_LIMIT_EXCEEDED', 'concurrency; none where the limit of the hour is exceeded. See Retry-After'),
  );
