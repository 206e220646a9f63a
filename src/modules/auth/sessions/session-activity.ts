import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LAST_SEEN_INTERVAL_SECONDS } from './session-policy.js';
import { SessionRepository } from './session.repository.js';

/** Batches last-use times in memory, so a request costs no write. A crash loses seconds, within the precision of idle_timeout. */
@Injectable()
export class SessionActivity implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(SessionActivity.name);
  private usedAt = new Map<string, number>();
  private written = Promise.resolve();
  private timer?: NodeJS.Timeout;

  constructor(private readonly sessions: SessionRepository) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.write(), LAST_SEEN_INTERVAL_SECONDS * 1000).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  note(sessionId: string): void {
    this.usedAt.set(sessionId, Date.now());
  }

  /** Call before comparing sessions by last use. Failures are only logged. */
  write(): Promise<void> {
    // Writes run one at a time, so callers also wait for those in progress.
    this.written = this.written.then(() => this.writeNow());
    return this.written;
  }

  private async writeNow(): Promise<void> {
    if (this.usedAt.size === 0) return;
    const used = [...this.usedAt];
    this.usedAt = new Map();
    const now = Date.now();
    try {
      await this.sessions.recordUse(
        used.map(([id]) => id),
        used.map(([, at]) => now - at),
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'last use of sessions could not be written');
    }
  }
}
