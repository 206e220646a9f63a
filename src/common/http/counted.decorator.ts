import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const COUNTED = 'counted';

/** How requests to a route use up a rate limit; without a decorator, as their organization's or their address's. */
export type Counting = 'never' | 'as_page' | 'by_answer';

const counted = (counting: Counting): CustomDecorator => SetMetadata(COUNTED, counting);

/** Requests to the route use up nothing. */
export const Uncounted = (): CustomDecorator => counted('never');

/** A page that people see before they have signed in: a company shares one address, so it has a wider limit of its own. */
export const CountedAsPage = (): CustomDecorator => counted('as_page');

/** Who is to be charged is known only when the request has been answered; whoever answers it does so. */
export const CountedByAnswer = (): CustomDecorator => counted('by_answer');
