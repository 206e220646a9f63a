import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { currentContext } from '../http/request-context.js';

/** Where a callback waits until the transaction around it has committed. */
interface OpenTransaction {
  manager: EntityManager;
  afterCommit: (() => void)[];
}

/**
 * The way to PostgreSQL. A transaction is found by everything called inside it through AsyncLocalStorage; nobody hands a
 * manager down. Inside one transaction statements go one after the other, never by `Promise.all`.
 */
@Injectable()
export class Database {
  private readonly open = new AsyncLocalStorage<OpenTransaction>();

  constructor(private readonly dataSource: DataSource) {}

  /** Runs `work` in one transaction: all of it is kept or, when it throws, none. Joins a transaction that is open already. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.getStore()) return work();
    const afterCommit: (() => void)[] = [];
    const result = await this.dataSource.transaction((manager) => this.open.run({ manager, afterCommit }, work));
    for (const callback of afterCommit) callback();
    return result;
  }

  /** Runs the callback once the open transaction has committed; at once when there is none. */
  afterCommit(callback: () => void): void {
    const transaction = this.open.getStore();
    if (transaction) transaction.afterCommit.push(callback);
    else callback();
  }

  /**
   * Runs `work` while this process alone, of all nodes, holds the lock of that name; null without running it when another
   * has it. The lock lives on a connection of its own, so it is free again the moment its holder dies.
   */
  async withLock<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const [row] = (await runner.query(`SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked`, [name])) as [
        { locked: boolean },
      ];
      if (!row.locked) return null;
      try {
        return await work();
      } finally {
        await runner.query(`SELECT pg_advisory_unlock(hashtextextended($1, 0))`, [name]);
      }
    } finally {
      await runner.release();
    }
  }

  /** A TypeORM repository bound to the open transaction, if any. */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    this.count();
    return (this.open.getStore()?.manager ?? this.dataSource.manager).getRepository(entity);
  }

  /** Rows of a SELECT, or of a statement with RETURNING; parameters as `$1`, `$2`, … */
  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    this.count();
    const manager = this.open.getStore()?.manager ?? this.dataSource.manager;
    const result: unknown = await manager.query(sql, parameters);
    // TypeORM answers UPDATE and DELETE with [rows, count], everything else with rows.
    const isPair =
      Array.isArray(result) && result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number';
    return (isPair ? result[0] : result) as Row[];
  }

  /** The connection pool itself, for libraries that bring statements of their own. */
  get pool(): unknown {
    return (this.dataSource.driver as PostgresDriver).master as unknown;
  }

  private count(): void {
    const context = currentContext();
    if (context) context.dbQueries += 1;
  }
}
