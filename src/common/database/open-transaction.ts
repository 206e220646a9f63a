import type { QueryConfig, QueryResult } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { inOnePacket, type PipelinedClient, type StatementBatch } from './pipeline.js';

/** PostgreSQL's code for a statement after one that failed. */
const ABORTED = '25P02';

/** Contended locks are taken at the end of a transaction, in this order, so that they cannot deadlock. */
const LAST_STEPS = ['library', 'notifications', 'webhooks'] as const;
export type LastStep = (typeof LAST_STEPS)[number];

export interface TransactionOptions {
  /** Statements that begin it. */
  begin: readonly string[];
  /** The driver's timeout for each statement, if it differs from that of the connection. Milliseconds. */
  queryTimeoutMs?: number;
}

/**
 * A transaction on one connection in the driver's pipeline mode. BEGIN and deferred statements wait for the next statement, or COMMIT, and are
 * sent with it in one packet. PostgreSQL runs them in order, each with a new snapshot, and none after one that failed.
 */
export class OpenTransaction {
  readonly afterCommit: (() => void)[] = [];
  private readonly lastSteps = new Map<LastStep, (() => Promise<void>)[]>(LAST_STEPS.map((step) => [step, []]));
  /** The step in progress; null before the first. */
  private step: LastStep | null = null;
  private unsent: QueryConfig[];
  private isBegun = false;
  private isOver = false;
  /** Of a deferred statement. */
  private failure: Error | null = null;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly client: PipelinedClient,
    private readonly options: TransactionOptions,
  ) {
    this.unsent = options.begin.map((text) => ({ text }));
  }

  /** Takes a connection of the pool; {@link run} returns it. */
  static async open(dataSource: DataSource, options: TransactionOptions): Promise<OpenTransaction> {
    const runner = dataSource.createQueryRunner();
    const client = (await runner.connect()) as PipelinedClient;
    // Otherwise repositories would begin another transaction.
    Object.assign(runner, { isTransactionActive: true });
    return new OpenTransaction(runner, client, options);
  }

  /** For repositories of TypeORM, whose statements are sent when they are made. */
  get manager(): EntityManager {
    this.sendDeferred();
    return this.runner.manager;
  }

  /** Whether a commit has statements to send. */
  get hasDeferred(): boolean {
    return this.unsent.length > (this.isBegun ? 0 : this.options.begin.length);
  }

  /** Runs `work` and the last steps, then commits; rolls back when one of them throws. Once only. */
  async run<T>(work: () => Promise<T>, onCommit: () => void): Promise<T> {
    try {
      const done = await work();
      for (const [step, works] of this.lastSteps) {
        this.step = step;
        // The array may grow during iteration.
        for (const last of works) await last();
      }
      onCommit();
      await this.commit();
      return done;
    } catch (error) {
      await this.rollback();
      // PostgreSQL refuses every statement after the one that failed, which nobody waited for.
      throw (error as { code?: string }).code === ABORTED ? (this.failure ?? error) : error;
    } finally {
      await this.runner.release();
    }
  }

  /** @throws Error when a later step is already in progress */
  addLast(step: LastStep, last: () => Promise<void>): void {
    if (this.step !== null && LAST_STEPS.indexOf(step) < LAST_STEPS.indexOf(this.step)) {
      throw new Error(`${step} must come before ${this.step}`);
    }
    this.lastSteps.get(step)?.push(last);
  }

  /** {@link run} throws its failure. The statements after it fail with `25P02`, so no caller takes its failure for their own. */
  defer(statement: QueryConfig): void {
    this.requireOpen();
    this.unsent.push(statement);
  }

  query(statement: QueryConfig): Promise<QueryResult> {
    return inOnePacket(this.client, () => this.sendAfterDeferred(statement));
  }

  /** Sends the statements of a batch after the deferred ones. */
  async sendAll(batch: StatementBatch): Promise<void> {
    await batch.send(this.client, (statement) => this.sendAfterDeferred(statement));
  }

  private async sendAfterDeferred(statement: QueryConfig): Promise<QueryResult> {
    this.sendDeferred();
    return this.send(statement);
  }

  private sendDeferred(): void {
    this.requireOpen();
    const statements = this.unsent;
    this.unsent = [];
    this.isBegun = true;
    for (const statement of statements) {
      this.client.query(this.timed(statement), (error: Error | null) => (this.failure ??= error));
    }
  }

  private send(statement: QueryConfig): Promise<QueryResult> {
    return this.client.query(this.timed(statement));
  }

  private timed(statement: QueryConfig): QueryConfig {
    return { ...statement, query_timeout: this.options.queryTimeoutMs } as QueryConfig;
  }

  /** Work that nobody awaits may go on after COMMIT or ROLLBACK was sent: it would run outside of the transaction, or in that of another caller. */
  private requireOpen(): void {
    if (this.isOver) throw new Error('the transaction has ended');
  }

  private async commit(): Promise<void> {
    const committed = this.isBegun || this.hasDeferred ? this.query({ text: 'COMMIT' }) : null;
    this.isOver = true;
    if (!committed) return;
    const { command } = await committed;
    if (this.failure) throw this.failure;
    // PostgreSQL's response to a COMMIT after a failure that the caller did not pass on.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back after an earlier failure');
  }

  private async rollback(): Promise<void> {
    this.isOver = true;
    if (!this.isBegun) return;
    // A connection that cannot roll back is broken, and the pool replaces it.
    await this.send({ text: 'ROLLBACK' }).catch(() => undefined);
  }
}
