import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { BACKGROUND_WORK } from '../../../common/runtime/background-work.js';
import { Signals } from '../../../common/database/signals.js';
import { SHUTDOWN_TIMEOUTS_MS } from '../../../common/runtime/shutdown-timeouts.js';
import { WEBHOOKS_DUE } from '../deliveries/webhook-queue.repository.js';
import { DeliveryQueueRepository, type Lease } from './delivery-queue.repository.js';
import { EndpointTurn } from './endpoint-turn.js';

/** Endpoints served at the same time by one process; so many slow ones delay all others. */
const PLACES = 1_000;
/** Maximum places of endpoints whose last attempt failed, because these take long. */
const FAILING_PLACES = PLACES / 2;
/** Interval of checks for due retries and missed signals. Milliseconds. */
const LOOK_MS = 1_000;

interface Running {
  lease: Lease;
  turn: Promise<void>;
  /** Whether a delivery was added in the meantime. */
  isCalled: boolean;
}

/** Gives endpoints with due deliveries turns: each on one process, many in parallel, so that a slow one delays only itself. */
@Injectable()
export class DeliveryDispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(DeliveryDispatcher.name);
  private readonly running = new Set<Running>();
  private readonly begin = new AbortController();
  private readonly requests = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private looking = Promise.resolve();
  private isLooking = false;
  private isWoken = false;

  constructor(
    private readonly queues: DeliveryQueueRepository,
    private readonly turns: EndpointTurn,
    signals: Signals,
    @Inject(BACKGROUND_WORK) private readonly isWanted: boolean,
  ) {
    // Each of up to PLACES requests in progress listens.
    setMaxListeners(PLACES, this.requests.signal);
    if (isWanted) signals.on(WEBHOOKS_DUE, (id) => this.hear(id));
  }

  onApplicationBootstrap(): void {
    if (!this.isWanted) return;
    this.timer = setInterval(() => this.wake(), LOOK_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    this.begin.abort();
    setTimeout(() => this.requests.abort(), SHUTDOWN_TIMEOUTS_MS.deliveries).unref();
  }

  /** The database closes after this. */
  async onApplicationShutdown(): Promise<void> {
    await this.looking;
    await Promise.all([...this.running].map(({ turn }) => turn));
  }

  /** An endpoint in its turn cannot be claimed; the end of the turn checks for more. */
  private hear(endpointId: string | null): void {
    const turns = [...this.running].filter(({ lease }) => lease.endpoint_id === endpointId);
    for (const turn of turns) turn.isCalled = true;
    if (turns.length === 0) this.wake();
  }

  /** Starts a check for due endpoints. */
  private wake(): void {
    this.isWoken = true;
    if (this.isLooking) return;
    this.isLooking = true;
    this.looking = this.look();
  }

  /** Fills the free places, again for each call in the meantime. Never rejects. */
  private async look(): Promise<void> {
    while (this.isWoken && this.running.size < PLACES && !this.begin.signal.aborted) {
      this.isWoken = false;
      const failing = [...this.running].filter(({ lease }) => lease.is_failing).length;
      const claimedAt = performance.now();
      try {
        // A new owner for each check: a process that claims an endpoint again is not the owner that lost it.
        const leases = await this.queues.claim(randomUUID(), PLACES - this.running.size, FAILING_PLACES - failing);
        for (const lease of leases) this.start(lease, claimedAt);
      } catch (error) {
        this.logger.warn({ err: error }, 'webhooks that are due could not be looked for');
      }
    }
    this.isLooking = false;
  }

  private start(lease: Lease, claimedAt: number): void {
    const stopping = { begin: this.begin.signal, requests: this.requests.signal };
    const turn = this.turns
      .run(lease, claimedAt, stopping)
      .catch((error: unknown) => {
        this.logger.error(
          { webhook: lease.endpoint_id, err: error },
          'webhooks could not be delivered; it is tried again',
        );
        return false;
      })
      .then((isMore) => {
        const wasFull = this.running.size === PLACES;
        this.running.delete(running);
        if (isMore || wasFull || running.isCalled) this.wake();
      });
    const running: Running = { lease, turn, isCalled: false };
    this.running.add(running);
  }
}
