import pg, { type ClientBase } from 'pg';

/**
 * PostgreSQL asks a silent connection whether its other end is still there: 10 s, then every 5 s, and after three without
 * an answer it ends. A machine that is gone so loses its locks within half a minute, and not after hours.
 */
const KEEPALIVES = `SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`;
const KEY = 'hashtextextended(name, 0)';
const HOLDERS = `SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = (${KEY} >> 32 & 4294967295)::oid AND objid = (${KEY} & 4294967295)::oid`;

/**
 * Session-level advisory locks of this process, all held by one connection outside of the common pool: work that holds
 * a lock for minutes takes no connection from the requests. PostgreSQL frees them when the connection or the process
 * ends. After a lost connection the next question opens another, on which all are taken again that nobody else has by
 * then; those that PostgreSQL has not freed yet, with the next {@link listFree}. Work under a lost lock goes on, so it must
 * be harmless for somebody else to begin it as well.
 */
export class AdvisoryLocks {
  /** One session may take the same lock twice, so what keeps this process from itself is this set. */
  private readonly held = new Set<string>();
  /** Those of them that PostgreSQL has given. */
  private readonly taken = new Set<string>();
  private readonly session: pg.Pool;
  private closing = false;

  /** @param options how to connect, as the common pool does */
  constructor(options: pg.PoolConfig) {
    // The password of a pool's options is not enumerable.
    const { password } = options;
    const kept = { max: 1, idleTimeoutMillis: 0, keepAlive: true };
    // Nobody is given the connection before this is done: the pool waits for it, though its types know nothing of that.
    const onConnect = (client: ClientBase): unknown => this.prepare(client);
    this.session = new pg.Pool({ ...options, ...kept, password, onConnect });
    // A lost connection is told to the next who asks for a lock.
    this.session.on('error', () => undefined);
  }

  /** Runs `work` while this process alone, of all, holds the lock of that name; null without running it when it is taken. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (this.held.has(name)) return null;
    this.held.add(name);
    try {
      if (!(await this.lock(name))) return null;
      this.taken.add(name);
      try {
        return await work();
      } finally {
        this.taken.delete(name);
        // When it fails, the connection is gone and the lock with it.
        await this.ask('pg_advisory_unlock', name).catch(() => false);
      }
    } finally {
      this.held.delete(name);
      await this.endIfDone();
    }
  }

  /** Those of the names whose lock nobody holds, here or elsewhere. Takes those again that this process has lost. */
  async listFree(names: readonly string[]): Promise<string[]> {
    await this.takeAgain(this.session);
    const { rows } = await this.session.query<{ name: string }>(
      `SELECT name FROM unnest($1::text[]) name WHERE NOT EXISTS (${HOLDERS})`,
      [names.filter((name) => !this.held.has(name))],
    );
    return rows.map(({ name }) => name);
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
    const sql = `SELECT ${what}(${KEY}) AS done FROM (SELECT $1::text AS name) named`;
    const { rows } = await this.session.query<{ done: boolean }>(sql, [name]);
    return rows[0]?.done === true;
  }

  private async prepare(client: ClientBase): Promise<void> {
    await client.query(KEEPALIVES);
    await this.takeAgain(client);
  }

  /** Of the locks of work under way those that the connection does not hold: one that is taken twice stays after its end. */
  private async takeAgain(connection: Pick<ClientBase, 'query'>): Promise<void> {
    if (this.taken.size === 0) return;
    await connection.query(
      `SELECT pg_try_advisory_lock(${KEY}) FROM unnest($1::text[]) name
       WHERE NOT EXISTS (${HOLDERS} AND pid = pg_backend_pid())`,
      [[...this.taken]],
    );
  }

  private async endIfDone(): Promise<void> {
    if (this.closing && this.held.size === 0 && !this.session.ending) await this.session.end();
  }
}
