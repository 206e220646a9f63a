import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LAST_SEEN_INTERVAL_SECONDS } from './session-policy.js';
import { SessionRepository } from './session.repository.js';

/**
 * When sessions were last used, gathered in memory and written for many requests at once, so that a request costs one
 * query and no write. Of a node that dies, the last seconds are lost; that is within what idle_timeout needs.
 */
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

  /** Writes what has been noted. Also called before sessions are compared by their last use. A failure is logged only. */
  write(): Promise<void> {
    // One write after the other, so that whoever waits for his own waits for those under way as well.
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
      this.logger.warn({ err: error }, 'the last use of sessions could not be written');
    }
  }
}
