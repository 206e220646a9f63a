import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Socket } from 'node:net';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.js';

/** From when on there is too much to do. */
export interface LoadLimits {
  /** Mean delay of the event loop. Milliseconds. */
  event_loop_ms: number;
  /** Time that whoever waits longest has waited for a connection of the pool. Milliseconds. */
  pool_wait_ms: number;
  /** Requests under way, whatever the rest says. */
  max_requests: number;
}
export const LOAD_LIMITS = Symbol('limits of the load');

/** How often it is looked how the process does. Milliseconds. */
const INTERVAL_MS = 200;
const RESOLUTION_MS = 10;
/** With so few under way the delay has another cause, and turning requests away would not help. */
const FEWEST = 32;
/** Looks in a row that find it behind before the bound falls: a burst, or one long task, passes by itself. */
const PATIENCE = 3;
/** Down fast, up slowly: the bound settles just below where the delay begins. */
const DECREASE = 0.8;
const INCREASE = 1.05;

/**
 * Decides how many requests may be under way at a time. The bound is found by trying: it falls while the event loop or the
 * pool stays behind and rises while they are not. What comes beyond it is turned away at once, so those who are let
 * in are answered in a time that does not depend on how many come.
 */
@Injectable()
export class LoadShedder implements OnApplicationShutdown {
  private readonly logger = new Logger(LoadShedder.name);
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly timer = setInterval(() => this.adjust(), INTERVAL_MS).unref();
  /** Requests under way of each connection that has had any. */
  private readonly bySocket = new WeakMap<Socket, number>();
  private underWay = 0;
  /** Most of them since the last look. */
  private peak = 0;
  private bound: number;
  private shed = 0;
  private shedBefore = 0;
  private isShedding = false;
  /** Looks in a row that found it behind. */
  private behindFor = 0;

  constructor(
    @Inject(LOAD_LIMITS) private readonly limits: LoadLimits,
    private readonly db: Database,
  ) {
    this.bound = limits.max_requests;
    this.delays.enable();
  }

  /** Requests turned away since the start. */
  get shedCount(): number {
    return this.shed;
  }

  /** Requests under way, without uploads, answers being sent and what is never turned away. */
  get requestCount(): number {
    return this.underWay;
  }

  /** How many of those may be. */
  get limit(): number {
    return Math.floor(this.bound);
  }

  /** Whether there is room for one more; one that there is none for counts as turned away. */
  admits(): boolean {
    if (this.underWay < this.limit) return true;
    this.shed += 1;
    return false;
  }

  /** Counts a request as under way until what is answered is called, or its connection is gone. */
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
    if (this.behindFor >= PATIENCE && this.peak > FEWEST) {
      this.bound = Math.max(FEWEST, Math.min(this.bound, this.peak) * DECREASE);
    } else if (!isBehind) {
      this.bound = Math.min(max_requests, this.bound * INCREASE + 1);
    }
    this.peak = this.underWay;
    this.tell(delay);
  }

  /** Once when it begins and once when it is over; each request has its own line anyway. */
  private tell(delay: number): void {
    const isShedding = this.shed > this.shedBefore;
    if (isShedding && !this.isShedding) {
      this.logger.warn(
        { limit: this.limit, event_loop_ms: Math.round(delay) },
        'too much to do: requests are turned away',
      );
    }
    this.isShedding = isShedding;
    this.shedBefore = this.shed;
  }
}
