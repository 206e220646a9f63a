import pg, { type ClientBase } from 'pg';

/** PostgreSQL probes a silent connection after 10 s, then every 5 s, three times: a lost machine's locks are freed within half a minute. */
const KEEPALIVES = `SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`;
const KEY = 'hashtextextended(name, 0)';
const HOLDERS = `SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = (${KEY} >> 32 & 4294967295)::oid AND objid = (${KEY} & 4294967295)::oid`;

/**
 * Session-level advisory locks of this process, held by one connection outside of the pool, so that long work takes no pooled
 * connection. PostgreSQL frees them when the connection or the process ends. After a lost connection they are taken again where
 * possible, the rest by the next {@link listFree}. Work continues meanwhile, so it must tolerate a second holder.
 */
export class AdvisoryLocks {
  /** A session can take the same lock twice; this set prevents that. */
  private readonly held = new Set<string>();
  private readonly taken = new Set<string>();
  private readonly session: pg.Pool;
  private closing = false;

  constructor(options: pg.PoolConfig) {
    // The password of a pool's options is not enumerable.
    const { password } = options;
    const kept = { max: 1, idleTimeoutMillis: 0, keepAlive: true };
    // The pool waits for this promise before it hands out the connection, though its types do not say so.
    const onConnect = (client: ClientBase): unknown => this.prepare(client);
    this.session = new pg.Pool({ ...options, ...kept, password, onConnect });
    // The next user of a lock reports a lost connection.
    this.session.on('error', () => undefined);
  }

  /** Runs `work` while holding the named lock; null without running it if another process holds the lock. */
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
        // On failure the connection has closed, which frees the lock.
        await this.ask('pg_advisory_unlock', name).catch(() => false);
      }
    } finally {
      this.held.delete(name);
      await this.endIfDone();
    }
  }

  /** Names whose lock is free, here and elsewhere. Takes again the locks that this process has lost. */
  async listFree(names: readonly string[]): Promise<string[]> {
    await this.takeAgain(this.session);
    const { rows } = await this.session.query<{ name: string }>(
      `SELECT name FROM unnest($1::text[]) name WHERE NOT EXISTS (${HOLDERS})`,
      [names.filter((name) => !this.held.has(name))],
    );
    return rows.map(({ name }) => name);
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.endIfDone();
  }

  private async lock(name: string): Promise<boolean> {
    // A lost idle connection may be noticed only here: retry once on a new one.
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

  /** Locks in use that the connection does not hold. A lock taken twice would stay after its release. */
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
