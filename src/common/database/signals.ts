import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Database } from './database.js';

/** One PostgreSQL channel for all signals; the message names the signal. */
const CHANNEL = 'service_signals';
/** Pause before the next attempt to listen. Signals may be missed for this long. Milliseconds. */
const RECONNECT_MS = 1_000;

/** Sends a signal for each row of a statement; for its output list. @param subject an SQL expression */
export const signalOf = (name: string, subject: string): string => `pg_notify('${CHANNEL}', '${name} ' || ${subject})`;

/** `subject` is null when signals may have been missed: check everything. */
type Hear = (subject: string | null) => void;

/** Notifies all processes of a committed change by NOTIFY. Signals may be lost with the connection, so listeners also poll. */
@Injectable()
export class Signals implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Signals.name);
  private readonly listeners = new Map<string, Hear[]>();
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(private readonly db: Database) {}

  /** Registers a listener, which must not throw; for constructors. It also hears signals of this process. */
  on(name: string, hear: Hear): void {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), hear]);
  }

  /**
   * Sends a signal with the open transaction, at once without one. Duplicates within a transaction are sent once.
   * @param name letters and dashes
   * @param subject such as an id; at most 1,000 characters
   */
  async send(name: string, subject: string): Promise<void> {
    await this.sendEach(name, [subject]);
  }

  async sendEach(name: string, subjects: readonly string[]): Promise<void> {
    const payloads = subjects.map((subject) => `${name} ${subject}`);
    await this.db.defer(`SELECT pg_notify('${CHANNEL}', payload) FROM unnest($1::text[]) payload`, [payloads]);
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
    // One or both events follow a lost connection.
    client.on('error', () => this.listenAgain(client));
    client.on('end', () => this.listenAgain(client));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.logger.warn({ err: error }, 'signals of other processes are not received');
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
