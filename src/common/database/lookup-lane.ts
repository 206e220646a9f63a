import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import { currentContext, runWithContext } from '../context/request-context.js';
import { isTraced } from '../telemetry/tracing.js';
import { inOnePacket, type PipelinedClient } from './pipeline.js';

/** Lookups in flight; further ones wait for a response. */
const MAX_IN_FLIGHT = 100;
/** A connection whose oldest lookup has waited for this long gets no further ones. Milliseconds. */
const STALLED_MS = 100;

interface Lookup {
  statement: QueryConfig;
  /** Runs code in the context of the caller. */
  inContext: <T>(work: () => T) => T;
  resolve: (result: QueryResult) => void;
  reject: (error: unknown) => void;
}

interface Connection {
  client: PipelinedClient;
  /** When the lookups in flight were sent, oldest first. */
  sentAt: number[];
  failure: Error | undefined;
}

/**
 * One connection for the lookups of all requests. Those of one turn of the event loop are sent in one packet: under load, most of the cost of a
 * lookup is waking PostgreSQL and being woken, and this way once for several requests. It is only for lookups by key that take no locks. One that
 * is slow nevertheless, such as during a migration, delays those sent with it; later ones get another connection.
 */
export class LookupLane {
  private readonly waiting: Lookup[] = [];
  private isScheduled = false;
  private connection: Connection | null = null;

  constructor(private readonly pool: Pool) {}

  query(statement: QueryConfig): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ statement, inContext: callersContext(), resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => void this.send());
  }

  private async send(): Promise<void> {
    const [oldest = Infinity] = this.connection?.sentAt ?? [];
    if (performance.now() - oldest > STALLED_MS) this.connection = null;
    try {
      this.connection ??= { client: await this.pool.connect(), sentAt: [], failure: undefined };
    } catch (error) {
      for (const { reject } of this.waiting.splice(0)) reject(error);
      return;
    } finally {
      this.isScheduled = false;
    }
    const { connection } = this;
    const lookups = this.waiting.splice(0, MAX_IN_FLIGHT - connection.sentAt.length);
    connection.sentAt.push(...lookups.map(() => performance.now()));
    inOnePacket(connection.client, () => {
      for (const { statement, inContext, resolve, reject } of lookups) {
        inContext(() => connection.client.query(statement))
          .then(resolve, (error: Error) => {
            connection.failure ??= error;
            reject(error);
          })
          .finally(() => this.end(connection));
      }
    });
  }

  /** The connection goes back to the pool when nothing is in flight. After a failure its state is unknown, so it is replaced. */
  private end(connection: Connection): void {
    connection.sentAt.shift();
    const isIdle = connection.sentAt.length === 0 && this.waiting.length === 0;
    if (this.connection === connection && (isIdle || connection.failure)) this.connection = null;
    if (this.connection !== connection && connection.sentAt.length === 0) connection.client.release(connection.failure);
    if (this.waiting.length > 0) this.schedule();
  }
}

/** A snapshot has the span of a traced request, but costs several times as much. */
function callersContext(): Lookup['inContext'] {
  if (isTraced()) return AsyncLocalStorage.snapshot();
  const context = currentContext();
  return (work) => (context ? runWithContext(context, work) : work());
}
