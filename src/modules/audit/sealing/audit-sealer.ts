import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { BACKGROUND_WORK } from '../../../common/runtime/background-work.js';
import { ChainSealer, type Progress } from './chain-sealer.js';
import { SealingRepository } from './sealing.repository.js';
import { UnsealedEventRepository, type Place } from './unsealed-event.repository.js';

/** Interval of batches. Milliseconds. */
const INTERVAL_MS = 1_000;
/** Intervals between checks for events that nodes of the release before have chained. */
const OLDER_EVERY = 10;
/** Events per transaction, and chains that share them. */
const BATCH_EVENTS = 1_000;
const BATCH_CHAINS = 50;
/** Time for the last batches of a process that stops. Another process, or the next start, seals the rest. Milliseconds. */
const LAST_MS = 2_000;

/** Seals the audit trail every second, on one process of all nodes at a time. */
@Injectable()
export class AuditSealer implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('Audit');
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private looking = Promise.resolve();
  private isStopping = false;
  private looks = 0;

  constructor(
    private readonly sealer: ChainSealer,
    private readonly sealing: SealingRepository,
    private readonly unsealed: UnsealedEventRepository,
    private readonly db: Database,
    @Inject(BACKGROUND_WORK) private readonly isWanted: boolean,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.isWanted) return;
    this.timer = setInterval(() => this.wake(), INTERVAL_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    this.isStopping = true;
  }

  /** The database closes after this. Command-line tools seal what they have recorded. */
  async onApplicationShutdown(): Promise<void> {
    await this.looking;
    if (!this.isWanted && !this.unsealed.hasInserted) return;
    const end = performance.now() + LAST_MS;
    const sealing = this.sealAll(() => performance.now() < end);
    await sealing.catch((error: unknown) => this.warn(error));
  }

  /**
   * Seals all events that are committed, batch by batch. Two at once take turns at each chain.
   * @param isWanted asked before each batch
   * @param withOlder also adds events to the trees that nodes of the release before have chained
   */
  async sealAll(isWanted = () => true, withOlder = true): Promise<void> {
    const marks = new Map<string, number>();
    const done = new Set<string>();
    const incomplete = withOlder ? await this.sealing.listIncomplete() : [];
    for (;;) {
      // Chains that are new meanwhile do not wait for one that never ends.
      const names = [...new Set([...(await this.unsealed.listChains()), ...incomplete])].filter(
        (chain) => !done.has(chain),
      );
      if (names.length === 0) return;
      for (let n = 0; n < names.length; n += BATCH_CHAINS) {
        if (!isWanted()) return;
        const places = names.slice(n, n + BATCH_CHAINS).map((chain) => ({ chain, after: marks.get(chain) ?? 0 }));
        for (const { chain, after, isDone } of await this.sealGroup(places)) {
          marks.set(chain, after);
          if (isDone) done.add(chain);
        }
      }
    }
  }

  /** One transaction; after a failure one for each chain, so that a chain that cannot be sealed does not stop others. */
  private async sealGroup(places: readonly Place[]): Promise<Progress[]> {
    try {
      return await this.sealer.sealSome(places, Math.floor(BATCH_EVENTS / places.length));
    } catch (error) {
      this.warn(
        error,
        places.map(({ chain }) => chain),
      );
    }
    if (places.length === 1) return places.map((place) => ({ ...place, isDone: true }));
    const progress: Progress[] = [];
    for (const place of places) progress.push(...(await this.sealGroup([place])));
    return progress;
  }

  private wake(): void {
    if (this.isLooking) return;
    this.isLooking = true;
    this.looking = this.look()
      .catch((error: unknown) => this.warn(error))
      .finally(() => (this.isLooking = false));
  }

  private async look(): Promise<void> {
    const isOlderDue = this.looks % OLDER_EVERY === 0;
    this.looks += 1;
    if (!isOlderDue && (await this.unsealed.isEmpty())) return;
    await this.db.withLock('audit sealer', () => this.sealAll(() => !this.isStopping, isOlderDue));
  }

  private warn(error: unknown, chains?: string[]): void {
    this.logger.warn({ err: error, chains }, 'audit events could not be sealed; it is tried again');
  }
}
