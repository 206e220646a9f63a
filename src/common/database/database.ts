import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { currentContext } from '../context/request-context.js';
import { AdvisoryLocks } from './advisory-locks.js';
import { Replicas } from './replicas.js';
import { ReservingPool } from './reserving-pool.js';
import { StatementNames } from './statement-names.js';

/** Contended locks are taken at the end of a transaction, in this order, so that they cannot deadlock. */
const LAST_STEPS = ['audit trail', 'library', 'notifications', 'webhooks'] as const;
export type LastStep = (typeof LAST_STEPS)[number];

/** No timeout: the maximum of a timer. Milliseconds. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Rows in memory at a time when streaming. */
const FETCH_ROWS = 500;

interface OpenTransaction {
  manager: EntityManager;
  beforeCommit: Map<LastStep, (() => Promise<void>)[]>;
  /** The step in progress; null before the first. */
  step: LastStep | null;
  afterCommit: (() => void)[];
  /** The driver's timeout, if it differs from that of the connection. */
  query_timeout?: number;
}

/** Access to PostgreSQL. AsyncLocalStorage carries the open transaction, whose statements run in sequence, never in `Promise.all`. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly open = new AsyncLocalStorage<OpenTransaction>();
  private readonly reading = new AsyncLocalStorage<Pool>();
  private readonly statementNames = new StatementNames();
  private locks: AdvisoryLocks | null = null;

  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly replicas: Replicas | null = null,
  ) {}

  /** Runs `work` in one transaction, or in the one that is open. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.getStore()) return work();
    const beforeCommit = new Map<LastStep, (() => Promise<void>)[]>(LAST_STEPS.map((step) => [step, []]));
    const afterCommit: (() => void)[] = [];
    const result = await this.dataSource.transaction((manager) => {
      const transaction: OpenTransaction = { manager, beforeCommit, step: null, afterCommit };
      return this.open.run(transaction, async () => {
        const done = await work();
        for (const [step, works] of beforeCommit) {
          transaction.step = step;
          // The array may grow during iteration.
          for (const last of works) await last();
        }
        return done;
      });
    });
    for (const callback of afterCommit) callback();
    return result;
  }

  /** Runs `work`, which only reads, on a snapshot of the database. Not inside another transaction. */
  snapshot<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.getStore()) return Promise.reject(new Error('a snapshot inside of a transaction'));
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      // Reading a large organization, and processing its rows, may take any time.
      await manager.query('SET LOCAL statement_timeout = 0');
      await manager.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      const snapshot = { beforeCommit: new Map(), step: null, afterCommit: [], query_timeout: NO_TIMEOUT_MS };
      return this.open.run({ manager, ...snapshot }, work);
    });
  }

  /** Streams the rows of a query with bounded memory. Inside a transaction or snapshot, one such query at a time. */
  async *rows<Row>(sql: string, parameters: unknown[] = []): AsyncGenerator<Row> {
    await this.query(`DECLARE all_rows NO SCROLL CURSOR FOR ${sql}`, parameters);
    for (;;) {
      const rows = await this.query<Row>(`FETCH ${FETCH_ROWS} FROM all_rows`);
      yield* rows;
      if (rows.length < FETCH_ROWS) break;
    }
    await this.query('CLOSE all_rows');
  }

  /**
   * Runs `last` at the end of the open transaction, after all earlier steps; without one, at once in a new transaction.
   * For contended locks, which are then held briefly.
   * @throws Error when a later step is already in progress
   */
  beforeCommit(step: LastStep, last: () => Promise<void>): Promise<void> {
    const transaction = this.open.getStore();
    if (!transaction) return this.transaction(() => this.beforeCommit(step, last));
    if (transaction.step !== null && LAST_STEPS.indexOf(step) < LAST_STEPS.indexOf(transaction.step)) {
      return Promise.reject(new Error(`${step} must come before ${transaction.step}`));
    }
    transaction.beforeCommit.get(step)?.push(last);
    return Promise.resolve();
  }

  /** Runs the callback after commit; at once without a transaction. */
  afterCommit(callback: () => void): void {
    const transaction = this.open.getStore();
    if (transaction) transaction.afterCommit.push(callback);
    else callback();
  }

  /** Runs `work` while holding a lock on all nodes; null if another process holds it. The lock is freed when its holder dies. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    return this.allLocks.run(name, work);
  }

  /** Names whose lock no node holds, including this one: their work has ended or its process has died. */
  listFreeLocks(names: readonly string[]): Promise<string[]> {
    return this.allLocks.listFree(names);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.locks?.close();
  }

  /** Runs a slow read on a replica that has all earlier commits; otherwise, after a failure and inside a transaction, on the primary. */
  async onReplica<T>(read: () => Promise<T>): Promise<T> {
    const replica = this.open.getStore() ? null : await this.replicas?.find(this.pool);
    if (!replica) return read();
    try {
      return await this.reading.run(replica.pool, read);
    } catch (error) {
      if (!replica.isToBlame(error)) throw error;
      return read();
    }
  }

  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    this.count();
    return (this.open.getStore()?.manager ?? this.dataSource.manager).getRepository(entity);
  }

  /** Rows of a SELECT or of RETURNING, with parameters `$1`, `$2`, … Prepared: planning a lookup costs more than running it. */
  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    this.count();
    const transaction = this.open.getStore();
    const name = parameters.length > 0 ? this.statementNames.get(sql) : undefined;
    const statement = { name, text: sql, values: parameters, query_timeout: transaction?.query_timeout };
    const { rows } = transaction
      ? await (await connectionOf(transaction.manager)).query(statement)
      : await this.queryByPool(statement);
    return rows as Row[];
  }

  /** Not the pool's own `query`: waiting callers would continue in the context of the request that released the connection. */
  private async queryByPool(statement: QueryConfig): Promise<QueryResult> {
    const client = await (this.reading.getStore() ?? this.pool).connect();
    let failure: Error | undefined;
    try {
      return await client.query(statement);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // Its state is unknown after a failure, so it is replaced.
      client.release(failure);
    }
  }

  get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  /** The longest current wait for a pooled connection; 0 without one. Milliseconds. */
  get longestWaitMs(): number {
    return this.pool instanceof ReservingPool ? this.pool.longestWaitMs : 0;
  }

  private get allLocks(): AdvisoryLocks {
    return (this.locks ??= new AdvisoryLocks(this.pool.options));
  }

  private count(): void {
    const context = currentContext();
    if (context) context.dbQueries += 1;
  }
}

async function connectionOf({ queryRunner }: EntityManager): Promise<PoolClient> {
  if (!queryRunner) throw new Error('a transaction without a connection');
  return (await queryRunner.connect()) as PoolClient;
}
