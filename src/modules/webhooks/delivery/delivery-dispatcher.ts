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
import { BACKGROUND_WORK } from '../../../common/background-work.js';
import { Signals } from '../../../common/database/signals.js';
import { STOP_BUDGET_MS } from '../../../common/stop-budget.js';
import { WEBHOOKS_DUE } from '../deliveries/webhook-queue.repository.js';
import { DeliveryQueueRepository, type Lease } from './delivery-queue.repository.js';
import { EndpointTurn } from './endpoint-turn.js';

/** Endpoints that one process delivers to at the same time: so many slow ones hold up all others of it. */
const PLACES = 1_000;
/** How many of these those may hold that failed last time: they are the ones that take long. */
const FAILING_PLACES = PLACES / 2;
/** Rest between two looks at what is due: retries, and what no signal told of. Milliseconds. */
const LOOK_MS = 1_000;

/** The turn of an endpoint. */
interface Running {
  lease: Lease;
  turn: Promise<void>;
  /** Whether something was added meanwhile. */
  isCalled: boolean;
}

/**
 * Gives endpoints that have something to be told their turns, on whatever process: each on one process at a time, many side
 * by side, so that a slow or dead one holds up nobody but itself.
 */
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
    // Every request under way listens, so many as there are places.
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
    setTimeout(() => this.requests.abort(), STOP_BUDGET_MS.deliveries).unref();
  }

  /** The database is closed after this. */
  async onApplicationShutdown(): Promise<void> {
    await this.looking;
    await Promise.all([...this.running].map(({ turn }) => turn));
  }

  /** Nobody can take an endpoint whose turn it is: that is looked at when its turn ends. */
  private hear(endpointId: string | null): void {
    const turns = [...this.running].filter(({ lease }) => lease.endpoint_id === endpointId);
    for (const turn of turns) turn.isCalled = true;
    if (turns.length === 0) this.wake();
  }

  /** Says that an endpoint may have something to be told. */
  private wake(): void {
    this.isWoken = true;
    if (this.isLooking) return;
    this.isLooking = true;
    this.looking = this.look();
  }

  /** Fills the free places, as often as somebody called meanwhile. Never rejects. */
  private async look(): Promise<void> {
    while (this.isWoken && this.running.size < PLACES && !this.begin.signal.aborted) {
      this.isWoken = false;
      const failing = [...this.running].filter(({ lease }) => lease.is_failing).length;
      const claimedAt = performance.now();
      try {
        // An owner for each look: a process that takes an endpoint again is another than the one that lost it.
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
