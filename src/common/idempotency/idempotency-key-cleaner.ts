import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';

const INTERVAL_MS = 60 * 60 * 1000;

/** Forgets idempotency keys that are over, at start and every hour. On several nodes each does; the second finds nothing left. */
@Injectable()
export class IdempotencyKeyCleaner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IdempotencyKeyCleaner.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly keys: IdempotencyKeyRepository) {}

  onApplicationBootstrap(): void {
    void this.clean();
    this.timer = setInterval(() => void this.clean(), INTERVAL_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async clean(): Promise<void> {
    try {
      await this.keys.deleteExpired();
    } catch (error) {
      this.logger.warn({ err: error }, 'expired idempotency keys were not deleted');
    }
  }
}
