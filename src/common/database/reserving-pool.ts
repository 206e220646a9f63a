import { AsyncResource } from 'node:async_hooks';
import pg, { type PoolClient, type PoolConfig } from 'pg';
import { currentContext } from '../context/request-context.js';

/** One of this many connections is reserved for essential requests. */
const SHARE = 5;
const DEFAULT_SIZE = 10;

type Receive = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

interface Waiter {
  since: number;
  timer: NodeJS.Timeout | undefined;
  receive: Receive;
}

/** Reserves connections for essential requests such as sign-ins. Others queue here for up to `connectionTimeoutMillis`. */
export class ReservingPool extends pg.Pool {
  private readonly slots: number;
  private readonly waiters = new Set<Waiter>();
  private readonly ordinary = new WeakSet<PoolClient>();
  private taken = 0;

  constructor(options: PoolConfig = {}) {
    super(options);
    const size = options.max ?? DEFAULT_SIZE;
    this.slots = size - Math.floor(size / SHARE);
    this.on('release', (_error, client) => {
      if (this.ordinary.delete(client)) this.leave();
    });
  }

  /** Callers that wait for a connection, queued or while one is opened. */
  get waitingAll(): number {
    return this.waiters.size + this.waitingCount;
  }

  /** The longest current wait; 0 without one. Milliseconds. */
  get longestWaitMs(): number {
    const [first] = this.waiters;
    return first ? performance.now() - first.since : 0;
  }

  override connect(): Promise<PoolClient>;
  override connect(receive: Receive): void;
  override connect(receive?: Receive): Promise<PoolClient> | void {
    if (!receive) {
      return new Promise((resolve, reject) =>
        this.serve((error, client) => (client ? resolve(client) : reject(error ?? new Error('no connection')))),
      );
    }
    this.serve(receive);
  }

  private serve(receive: Receive): void {
    if (currentContext()?.isEssential) super.connect(receive);
    else if (this.taken < this.slots) this.take(receive);
    else this.wait(receive);
  }

  private take(receive: Receive): void {
    this.taken += 1;
    super.connect((error, client, done) => {
      if (client) this.ordinary.add(client);
      else this.leave();
      receive(error, client, done);
    });
  }

  private wait(receive: Receive): void {
    const { connectionTimeoutMillis } = this.options;
    // Called by the releasing caller in the context of the waiting one. AsyncResource.bind() costs five times as much.
    const asker = new AsyncResource('ReservingPool');
    const waiter: Waiter = {
      since: performance.now(),
      receive: (...told) => asker.runInAsyncScope(receive, null, ...told),
      timer: undefined,
    };
    if (connectionTimeoutMillis) {
      waiter.timer = setTimeout(() => {
        this.waiters.delete(waiter);
        waiter.receive(new Error('timeout exceeded when trying to connect'), undefined, () => undefined);
      }, connectionTimeoutMillis).unref();
    }
    this.waiters.add(waiter);
  }

  private leave(): void {
    this.taken -= 1;
    const [next] = this.waiters;
    if (!next) return;
    this.waiters.delete(next);
    clearTimeout(next.timer);
    this.take(next.receive);
  }
}
