import pg from 'pg';

/**
 * Session-level advisory locks of this process, all held by one connection outside of the common pool: work that holds
 * a lock for minutes takes no connection from the requests. PostgreSQL frees them when the connection or the process
 * ends. After a lost connection the next lock opens another; work under a lost lock goes on, so it must be harmless for
 * somebody else to begin it as well.
 */
export class AdvisoryLocks {
  /** One session may take the same lock twice, so what keeps this process from itself is this set. */
  private readonly held = new Set<string>();
  private readonly session: pg.Pool;
  private closing = false;

  /** @param options how to connect, as the common pool does */
  constructor(options: pg.PoolConfig) {
    // The password of a pool's options is not enumerable.
    const { password } = options;
    this.session = new pg.Pool({ ...options, password, max: 1, idleTimeoutMillis: 0, keepAlive: true });
    // A lost connection is told to the next who asks for a lock.
    this.session.on('error', () => undefined);
  }

  /** Runs `work` while this process alone, of all, holds the lock of that name; null without running it when it is taken. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (this.held.has(name)) return null;
    this.held.add(name);
    try {
      if (!(await this.lock(name))) return null;
      try {
        return await work();
      } finally {
        // When it fails, the connection is gone and the lock with it.
        await this.ask('pg_advisory_unlock', name).catch(() => false);
      }
    } finally {
      this.held.delete(name);
      await this.endIfDone();
    }
  }

  /** Closes the connection as soon as no lock is held. */
  async close(): Promise<void> {
    this.closing = true;
    await this.endIfDone();
  }

  private async lock(name: string): Promise<boolean> {
    // An idle connection that was cut may be noticed only now: once more, on a new one.
    return this.ask('pg_try_advisory_lock', name).catch(() => this.ask('pg_try_advisory_lock', name));
  }

  private async ask(what: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: string): Promise<boolean> {
    const sql = `SELECT ${what}(hashtextextended($1, 0)) AS done`;
    const { rows } = await this.session.query<{ done: boolean }>(sql, [name]);
    return rows[0]?.done === true;
  }

  private async endIfDone(): Promise<void> {
    if (this.closing && this.held.size === 0 && !this.session.ending) await this.session.end();
  }
}
