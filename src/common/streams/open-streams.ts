import { AppError } from '../errors/app-error.js';
import { gauge } from '../telemetry/metrics.js';

const RETRY_AFTER_SECONDS = 5;

const open = gauge('streams_open', 'Event streams that are open, by kind.', ['kind']);

/** Counts open event streams per user. Each holds a connection and memory. */
export class OpenStreams {
  private readonly counts = new Map<string, number>();

  /** @param limit streams per user */
  constructor(
    private readonly limit: number,
    private readonly kind: 'chat' | 'notifications' | 'imports',
  ) {}

  /** Counts a stream until the returned function is called. @throws AppError RATE_LIMIT_EXCEEDED when the user has too many */
  open(userId: string): () => void {
    const count = this.counts.get(userId) ?? 0;
    if (count >= this.limit) throw tooMany(this.limit);
    this.counts.set(userId, count + 1);
    open.inc({ kind: this.kind });
    let isOpen = true;
    return () => {
      if (isOpen) this.close(userId);
      isOpen = false;
    };
  }

  private close(userId: string): void {
    open.dec({ kind: this.kind });
    const left = (this.counts.get(userId) ?? 1) - 1;
    if (left > 0) this.counts.set(userId, left);
    else this.counts.delete(userId);
  }
}

/** There is no window: a stream must end. */
function tooMany(limit: number): AppError {
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    'Too many open streams; close one first',
    { reason: 'open_streams', limit, window_seconds: 0, retry_after: RETRY_AFTER_SECONDS },
    { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );
}
