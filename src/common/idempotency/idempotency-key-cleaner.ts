import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../hourly-task.js';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';

/** Forgets idempotency keys that are over. */
@Injectable()
export class IdempotencyKeyCleaner extends HourlyTask {
  constructor(private readonly keys: IdempotencyKeyRepository) {
    super();
  }

  protected run(): Promise<void> {
    return this.keys.deleteExpired();
  }
}
