import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { currentContext } from '../http/request-context.js';
import { AdvisoryLocks } from './advisory-locks.js';
import { Replicas } from './replicas.js';
import { ReservingPool } from './reserving-pool.js';
import { StatementNames } from './statement-names.js';

/**
 * What takes a lock that many transactions need does so at the end of its transaction, in this order: two that take several
 * of them never wait for each other.
 */
const LAST_STEPS = ['audit trail', 'library', 'notifications', 'webhooks'] as const;
export type LastStep = (typeof LAST_STEPS)[number];

/** For what takes as long as it takes: the longest time that a timer knows. Milliseconds. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Rows that are in memory at once where there may be millions. */
const FETCH_ROWS = 500;

/** What waits for the end of a transaction. */
interface OpenTransaction {
  manager: EntityManager;
  /** Work that is to come last inside it. */
  beforeCommit: Map<LastStep, (() => Promise<void>)[]>;
  /** The step that is being done; null before the first. */
  step: LastStep | null;
  afterCommit: (() => void)[];
  /** The driver's time-out for its statements, where it is not that of the connection. */
  query_timeout?: number;
}

/**
 * The way to PostgreSQL. A transaction is found by everything called inside it through AsyncLocalStorage; nobody hands a
 * manager down. Inside one transaction statements go one after the other, never by `Promise.all`.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly open = new AsyncLocalStorage<OpenTransaction>();
  /** The replica that reads go to. */
  private readonly reading = new AsyncLocalStorage<Pool>();
  private readonly statementNames = new StatementNames();
  private locks: AdvisoryLocks | null = null;

  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly replicas: Replicas | null = null,
  ) {}

  /** Runs `work` in one transaction: all of it is kept or, when it throws, none. Joins a transaction that is open already. */
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
          // An array that may grow while it is walked: what is put off may put off more.
          for (const last of works) await last();
        }
        return done;
      });
    });
    for (const callback of afterCommit) callback();
    return result;
  }

  /**
   * Runs `work`, which only reads, on the database as it is in this instant, whatever is committed meanwhile. Never inside
   * another transaction, of which it would see what that has seen.
   */
  snapshot<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.getStore()) return Promise.reject(new Error('a snapshot inside of a transaction'));
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      // A large organization is read for as long as that takes, and so is what is done with its rows in between.
      await manager.query('SET LOCAL statement_timeout = 0');
      await manager.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      const snapshot = { beforeCommit: new Map(), step: null, afterCommit: [], query_timeout: NO_TIMEOUT_MS };
      return this.open.run({ manager, ...snapshot }, work);
    });
  }

  /**
   * Rows of a query, however many: a bounded number of them is in memory. Inside a transaction or a snapshot, one such query
   * after the other.
   */
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
   * Runs `last` inside the open transaction, after everything else and when all steps before its own are done; in one of
   * its own, at once, when none is open. For locks that many transactions need: taken last they are held shortest.
   *
   * @throws Error when a later step is being done already: its lock would come before this one's
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

  /** Runs the callback once the open transaction has committed; at once when there is none. */
  afterCommit(callback: () => void): void {
    const transaction = this.open.getStore();
    if (transaction) transaction.afterCommit.push(callback);
    else callback();
  }

  /**
   * Runs `work` while this process alone, of all nodes, holds the lock of that name; null without running it when another
   * has it. It is free again the moment its holder dies, and holding it costs no connection of the pool.
   */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    return this.allLocks.run(name, work);
  }

  /** Those of the names whose lock no node holds, this one included: if there is work of that name, whoever did it is gone. */
  listFreeLocks(names: readonly string[]): Promise<string[]> {
    return this.allLocks.listFree(names);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.locks?.close();
  }

  /**
   * Runs `read`, of queries alone, on a replica that lacks nothing of what was committed before; on the primary where there
   * is none, inside a transaction, and again there when the replica fails. For what takes the database long: finding out
   * how far a replica is takes a short question to the primary and one to the replica.
   */
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

  /** A TypeORM repository bound to the open transaction, if any. */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    this.count();
    return (this.open.getStore()?.manager ?? this.dataSource.manager).getRepository(entity);
  }

  /**
   * Rows of a SELECT, or of a statement with RETURNING; parameters as `$1`, `$2`, …
   *
   * Statements go to the driver itself, prepared: planning the look-ups of every request again costs the database more
   * than running them.
   */
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

  /** Not by the pool's own `query`: who waited for a connection would go on as part of the request that gave it back. */
  private async queryByPool(statement: QueryConfig): Promise<QueryResult> {
    const client = await (this.reading.getStore() ?? this.pool).connect();
    let failure: Error | undefined;
    try {
      return await client.query(statement);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // After a failure nobody knows in what state it is: another takes its place.
      client.release(failure);
    }
  }

  /** The connection pool itself, for libraries that bring statements of their own. */
  get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  /** How long whoever waits longest for a connection of the pool has waited; 0 when nobody does. Milliseconds. */
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
