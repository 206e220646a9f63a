import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Socket } from 'node:net';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.js';

export interface LoadLimits {
  /** Mean delay of the event loop. Milliseconds. */
  event_loop_ms: number;
  /** Longest wait for a pooled connection. Milliseconds. */
  pool_wait_ms: number;
  /** Maximum requests in progress in any case. */
  max_requests: number;
}
export const LOAD_LIMITS = Symbol('limits of the load');

/** Interval of checks. Milliseconds. */
const INTERVAL_MS = 200;
const RESOLUTION_MS = 10;
/** With fewer requests the delay has another cause, and shedding would not help. */
const FEWEST = 32;
/** Consecutive checks over the limits before the bound falls, so that bursts and single long tasks do not count. */
const BEHIND_CHECKS = 3;
/** Down fast, up slowly: the bound settles just below the load that causes delay. */
const DECREASE = 0.8;
const INCREASE = 1.05;

/** Bounds requests in progress. The bound falls while event loop or pool exceed their limits; requests beyond it are rejected at once. */
@Injectable()
export class LoadShedder implements OnApplicationShutdown {
  private readonly logger = new Logger(LoadShedder.name);
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly timer = setInterval(() => this.adjust(), INTERVAL_MS).unref();
  private readonly bySocket = new WeakMap<Socket, number>();
  private underWay = 0;
  private peak = 0;
  private bound: number;
  private shed = 0;
  private shedBefore = 0;
  private isShedding = false;
  private behindFor = 0;

  constructor(
    @Inject(LOAD_LIMITS) private readonly limits: LoadLimits,
    private readonly db: Database,
  ) {
    this.bound = limits.max_requests;
    this.delays.enable();
  }

  get shedCount(): number {
    return this.shed;
  }

  /** Requests in progress, without uploads, responses being sent and essential requests. */
  get requestCount(): number {
    return this.underWay;
  }

  get limit(): number {
    return Math.floor(this.bound);
  }

  /** Whether another request is accepted. A rejected one is counted. */
  admits(): boolean {
    if (this.underWay < this.limit) return true;
    this.shed += 1;
    return false;
  }

  /** Counts a request until the returned function is called or its connection closes. */
  begin(socket: Socket): () => void {
    const known = this.bySocket.get(socket);
    if (known === undefined) socket.once('close', () => this.forget(socket));
    this.bySocket.set(socket, (known ?? 0) + 1);
    this.underWay += 1;
    this.peak = Math.max(this.peak, this.underWay);
    let isOver = false;
    return () => {
      if (!isOver) this.end(socket);
      isOver = true;
    };
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.delays.disable();
  }

  private end(socket: Socket): void {
    const left = this.bySocket.get(socket) ?? 0;
    if (left === 0) return;
    this.bySocket.set(socket, left - 1);
    this.underWay -= 1;
  }

  private forget(socket: Socket): void {
    this.underWay -= this.bySocket.get(socket) ?? 0;
    this.bySocket.set(socket, 0);
  }

  private adjust(): void {
    const delay = this.delays.count > 0 ? this.delays.mean / 1e6 - RESOLUTION_MS : 0;
    this.delays.reset();
    const { event_loop_ms, pool_wait_ms, max_requests } = this.limits;
    const isBehind = delay > event_loop_ms || this.db.longestWaitMs > pool_wait_ms;
    this.behindFor = isBehind ? this.behindFor + 1 : 0;
    if (this.behindFor >= BEHIND_CHECKS && this.peak > FEWEST) {
      this.bound = Math.max(FEWEST, Math.min(this.bound, this.peak) * DECREASE);
    } else if (!isBehind) {
      this.bound = Math.min(max_requests, this.bound * INCREASE + 1);
    }
    this.peak = this.underWay;
    this.tell(delay);
  }

  /** Logs the beginning of a period; each rejected request has its own line. */
  private tell(delay: number): void {
    const isShedding = this.shed > this.shedBefore;
    if (isShedding && !this.isShedding) {
      this.logger.warn({ limit: this.limit, event_loop_ms: Math.round(delay) }, 'overload: requests are rejected');
    }
    this.isShedding = isShedding;
    this.shedBefore = this.shed;
  }
}
