import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { DataSource, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { currentContext } from '../context/request-context.js';
import { AdvisoryLocks } from './advisory-locks.js';
import { LookupLane } from './lookup-lane.js';
import { OpenTransaction, type LastStep, type TransactionOptions } from './open-transaction.js';
import { StatementBatch, type PipelinedClient } from './pipeline.js';
import { Replicas } from './replicas.js';
import { ReservingPool } from './reserving-pool.js';
import { bounded, boundedCount } from './sql-conditions.js';
import { StatementNames } from './statement-names.js';

/** No timeout: the maximum of a timer. Milliseconds. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Rows of a batch. */
const FETCH_ROWS = 500;

/** With placeholders `$1`, `$2`, … */
export interface Sql {
  sql: string;
  parameters: unknown[];
}

/** Access to PostgreSQL. AsyncLocalStorage carries the open transaction, whose statements run in sequence, never in `Promise.all`. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly open = new AsyncLocalStorage<OpenTransaction>();
  private readonly reading = new AsyncLocalStorage<Pool>();
  private readonly batch = new AsyncLocalStorage<StatementBatch>();
  private readonly statementNames = new StatementNames();
  private locks: AdvisoryLocks | null = null;
  /** Of essential requests and of all others. */
  private readonly lanes = new Map<boolean, LookupLane>();

  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly replicas: Replicas | null = null,
  ) {}

  /** Runs `work` in one transaction, or in the one that is open. */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.open.getStore() ? work() : this.inTransaction({ begin: ['BEGIN'] }, work);
  }

  /** Runs `work`, which only reads, on a snapshot of the database. Not inside another transaction. */
  snapshot<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.getStore()) return Promise.reject(new Error('a snapshot inside of a transaction'));
    const begin = [
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      // Reading a large organization, and processing its rows, may take any time.
      'SET LOCAL statement_timeout = 0',
      'SET LOCAL idle_in_transaction_session_timeout = 0',
    ];
    return this.inTransaction({ begin, queryTimeoutMs: NO_TIMEOUT_MS }, work);
  }

  /** Streams the rows of a query, some at a time. Inside a transaction or snapshot, one such query at a time. */
  async *batches<Row>(sql: string, parameters: unknown[] = [], rowCount = FETCH_ROWS): AsyncGenerator<Row[]> {
    await this.query(`DECLARE all_rows NO SCROLL CURSOR FOR ${sql}`, parameters);
    for (;;) {
      const rows = await this.query<Row>(`FETCH ${rowCount} FROM all_rows`);
      yield rows;
      if (rows.length < rowCount) break;
    }
    await this.query('CLOSE all_rows');
  }

  /**
   * Runs `last` at the end of the open transaction, after all earlier steps; without one, at once in a new transaction.
   * For contended locks, which are then held briefly.
   * @throws Error when a later step is already in progress
   */
  async beforeCommit(step: LastStep, last: () => Promise<void>): Promise<void> {
    const transaction = this.open.getStore();
    if (transaction) transaction.addLast(step, last);
    else await this.transaction(() => this.beforeCommit(step, last));
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
    const statement = this.statement(sql, parameters);
    const batch = this.batch.getStore();
    if (batch?.isOpen) return (await batch.add(statement)).rows as Row[];
    this.count();
    const transaction = this.open.getStore();
    const { rows } = await (transaction ? transaction.query(statement) : this.queryByPool(statement));
    return rows as Row[];
  }

  /** Sends the statements that `work` makes before it first waits together: one round trip. They must not depend on each other. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    const batch = new StatementBatch();
    const done = this.batch.run(batch, work);
    this.count();
    const [result] = await Promise.all([done, this.open.getStore()?.sendAll(batch) ?? this.sendByPool(batch)]);
    return result;
  }

  /** {@link query} for a lookup by key that takes no locks: it shares a connection with those of other requests ({@link LookupLane}). */
  async lookup<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    const isBound = this.open.getStore() ?? this.reading.getStore() ?? this.batch.getStore()?.isOpen;
    if (isBound) return this.query(sql, parameters);
    this.count();
    return (await this.lane.query(this.statement(sql, parameters))).rows as Row[];
  }

  /**
   * Runs a statement whose result the caller does not need. Inside a transaction it waits for the next statement, or the commit; together they
   * cost one round trip. The transaction throws its failure.
   */
  async defer(sql: string, parameters: unknown[] = []): Promise<void> {
    const transaction = this.open.getStore();
    if (transaction) transaction.defer(this.statement(sql, parameters));
    else await this.query(sql, parameters);
  }

  private async inTransaction<T>(options: TransactionOptions, work: () => Promise<T>): Promise<T> {
    const transaction = await OpenTransaction.open(this.dataSource, options);
    const run = (): Promise<T> =>
      transaction.run(work, () => {
        if (transaction.hasDeferred) this.count();
      });
    // Its statements must not join a batch that is made outside of it.
    const result = await this.batch.exit(() => this.open.run(transaction, run));
    for (const callback of transaction.afterCommit) callback();
    return result;
  }

  /** Values are converted here: the driver would close a prepared statement whose values it cannot convert, and go on using its name. */
  private statement(text: string, values: unknown[]): QueryConfig {
    const name = values.length > 0 ? this.statementNames.get(text) : undefined;
    return { name, text, values: values.map(prepareValue) };
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

  /** The open transaction, as a key for what belongs to it; null without one. */
  get openTransaction(): object | null {
    return this.open.getStore() ?? null;
  }

  /**
   * A page of a list and the number of all its rows, see {@link boundedCount}, in one round trip.
   * @param counted from `FROM` on
   */
  async list<Row>(page: Sql, counted: Sql): Promise<{ rows: Row[]; totalCount: number; isExact: boolean }> {
    const [rows, [total]] = await this.together(() =>
      Promise.all([
        this.query<Row>(page.sql, page.parameters),
        this.query<{ total_count: number }>(boundedCount(counted.sql), counted.parameters),
      ]),
    );
    return { rows, ...bounded(total?.total_count ?? 0) };
  }

  private async sendByPool(batch: StatementBatch): Promise<void> {
    let client: PipelinedClient;
    try {
      client = await (this.reading.getStore() ?? this.pool).connect();
    } catch (error) {
      return batch.fail(error);
    }
    const failure = await batch.send(client, (statement) => client.query(statement));
    client.release(failure ?? undefined);
  }

  get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  /** The longest current wait for a pooled connection; 0 without one. Milliseconds. */
  get longestWaitMs(): number {
    return this.pool instanceof ReservingPool ? this.pool.longestWaitMs : 0;
  }

  /** Otherwise essential requests would wait for a connection with the others. */
  private get lane(): LookupLane {
    const isEssential = currentContext()?.isEssential ?? false;
    const lane = this.lanes.get(isEssential) ?? new LookupLane(this.pool);
    this.lanes.set(isEssential, lane);
    return lane;
  }

  private get allLocks(): AdvisoryLocks {
    return (this.locks ??= new AdvisoryLocks(this.pool.options));
  }

  private count(): void {
    const context = currentContext();
    if (context) context.dbQueries += 1;
  }
}
