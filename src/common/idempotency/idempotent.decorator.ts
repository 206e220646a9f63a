import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { QuickIdempotencyInterceptor, SlowIdempotencyInterceptor } from './idempotency.interceptor.js';

/**
 * The route supports `Idempotency-Key`. Its handler runs in one transaction with the record of the response; `slow` handlers run in none.
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
