import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const UNCOUNTED = 'uncounted';

/** Requests to the route do not use up a rate limit. */
export const Uncounted = (): CustomDecorator => SetMetadata(UNCOUNTED, true);
