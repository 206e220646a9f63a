import type { Writable } from 'node:stream';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';

/** For options of the driver: statements are sent without waiting for the response to the one before. */
export const PIPELINED = { pipeline: true };

/** A client in the driver's pipeline mode, with the socket that the driver's types omit. */
export type PipelinedClient = PoolClient & { connection: { stream: Writable } };

/** Runs `send`, and writes what it sends as one packet. */
export function inOnePacket<T>({ connection: { stream } }: PipelinedClient, send: () => T): T {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** A statement of a batch, and the caller that waits for its outcome. */
interface BatchedStatement {
  statement: QueryConfig;
  resolve: (result: QueryResult) => void;
  reject: (error: unknown) => void;
}

/** Statements that are made before the first of them is sent. */
export class StatementBatch {
  private statements: BatchedStatement[] | null = [];

  get isOpen(): boolean {
    return this.statements !== null;
  }

  add(statement: QueryConfig): Promise<QueryResult> {
    return new Promise((resolve, reject) => this.statements?.push({ statement, resolve, reject }));
  }

  /**
   * Sends the statements in one packet and closes the batch. Their outcomes go to the callers that added them.
   * @param query sends a statement on the connection
   * @returns the first failure, or null, when all have ended
   */
  async send(client: PipelinedClient, query: (statement: QueryConfig) => Promise<QueryResult>): Promise<Error | null> {
    const statements = this.close();
    const results = inOnePacket(client, () => statements.map(({ statement }) => query(statement)));
    for (const [place, result] of results.entries()) {
      void result.then(statements[place]!.resolve, statements[place]!.reject);
    }
    const failed = (await Promise.allSettled(results)).find((result) => result.status === 'rejected');
    return failed ? (failed.reason as Error) : null;
  }

  /** Fails every statement of the batch. */
  fail(error: unknown): void {
    for (const { reject } of this.close()) reject(error);
  }

  private close(): BatchedStatement[] {
    const statements = this.statements ?? [];
    this.statements = null;
    return statements;
  }
}
