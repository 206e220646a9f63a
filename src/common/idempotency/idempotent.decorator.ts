import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { QuickIdempotencyInterceptor, SlowIdempotencyInterceptor } from './idempotency.interceptor.js';

/**
 * The route honours `Idempotency-Key`. Its handler runs in one transaction with the record of its answer; `slow` ones, in
 * no transaction, so that they hold no connection for long.
 */
export const Idempotent = ({ slow = false } = {}): MethodDecorator =>
  applyDecorators(
    UseInterceptors(slow ? SlowIdempotencyInterceptor : QuickIdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true',
    }),
  );
