import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Database } from './database.js';

/** PostgreSQL's name for all signals of the service; which one it is stands in the message. */
const CHANNEL = 'service_signals';
/** Rest before another attempt to listen; as long as this, signals may be missed. Milliseconds. */
const RECONNECT_MS = 1_000;

/** Sends a signal from within a statement, for each row of it; for its output list. @param subject an expression of SQL */
export const signalOf = (name: string, subject: string): string => `pg_notify('${CHANNEL}', '${name} ' || ${subject})`;

/** `subject` is null when some may have been missed: look at everything. */
type Hear = (subject: string | null) => void;

/**
 * Tells every process of the service that something has happened, by PostgreSQL's NOTIFY: at the commit of the change and
 * never when it is rolled back. A signal only wakes, what happened is read from the tables; and since one can be lost with
 * the connection, whoever waits for signals also looks by itself now and then. Takes one connection, outside of the pool,
 * in processes in which somebody listens.
 */
@Injectable()
export class Signals implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Signals.name);
  private readonly listeners = new Map<string, Hear[]>();
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(private readonly db: Database) {}

  /** Calls `hear` for every signal of the name from now on, of this process too; for constructors. It must not throw. */
  on(name: string, hear: Hear): void {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), hear]);
  }

  /**
   * Sends a signal with the open transaction, at once without one. The same one twice in a transaction is heard once.
   *
   * @param name letters and dashes
   * @param subject what it is about, such as an id; not more than 1,000 characters
   */
  async send(name: string, subject: string): Promise<void> {
    await this.sendEach(name, [subject]);
  }

  /** {@link send} for each of the subjects. */
  async sendEach(name: string, subjects: readonly string[]): Promise<void> {
    const payloads = subjects.map((subject) => `${name} ${subject}`);
    await this.db.query(`SELECT pg_notify('${CHANNEL}', payload) FROM unnest($1::text[]) payload`, [payloads]);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.listeners.size > 0) await this.listen();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    // The password of a pool's options is not enumerable.
    const { options } = this.db.pool;
    const client = new pg.Client({ ...options, password: options.password, keepAlive: true });
    this.client = client;
    client.on('notification', ({ payload = '' }) => this.hear(payload));
    // One of the two comes, or both, when the connection is lost.
    client.on('error', () => this.listenAgain(client));
    client.on('end', () => this.listenAgain(client));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.logger.warn({ err: error }, 'signals of other processes are not heard');
      this.listenAgain(client);
    }
  }

  private listenAgain(client: pg.Client): void {
    if (this.isStopping || this.client !== client) return;
    this.client = null;
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.listen().then(() => this.hearAll()), RECONNECT_MS).unref();
  }

  private hear(payload: string): void {
    const space = payload.indexOf(' ');
    for (const hear of this.listeners.get(payload.slice(0, space)) ?? []) hear(payload.slice(space + 1));
  }

  private hearAll(): void {
    for (const hear of [...this.listeners.values()].flat()) hear(null);
  }
}
