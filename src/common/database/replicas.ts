import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { connectionOptions, type DatabaseTimes } from './connection-options.js';
import { PIPELINED } from './pipeline.js';
import { watchedClient, type WatchOptions } from './watched-client.js';

/** Intervals of checks of a replica that lags. Milliseconds. */
const CATCH_UP_MS = [0, 5, 15, 30];
/** Pause after a replica lagged or failed. Milliseconds. */
const REST_MS = { behind: 1_000, lost: 5_000 };
const CONNECT_TIMEOUT_MS = 1_000;
const LOOK_TIMEOUT_MS = 500;
/** Connection lost or refused, server stopping, or a read canceled by replication. */
const FAILED = /^(08...|57P..|53300|40001|E[A-Z_]+)$/;
const FAILED_WORDS =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client has encountered)/i;

export interface ReplicaOptions extends DatabaseTimes, WatchOptions {
  poolSize: number;
}

export interface Replica {
  pool: pg.Pool;
  /** Whether the read failed because of the server, which is then paused, and can be repeated elsewhere. */
  isToBlame(error: unknown): boolean;
}

/** A replica serves a read only if it has replayed everything committed before, so that users see their own writes. */
export class Replicas implements OnApplicationShutdown {
  private readonly logger = new Logger(Replicas.name);
  private readonly servers: { pool: pg.Pool; restsUntil: number }[];
  private turn = 0;

  constructor(urls: readonly string[], options: ReplicaOptions) {
    const Client = watchedClient(options);
    this.servers = urls.map((connectionString) => {
      const pool = new pg.Pool({
        ...connectionOptions(options),
        ...PIPELINED,
        connectionString,
        Client,
        max: options.poolSize,
        application_name: 'amks-replica',
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      });
      // From an idle connection; the next read notices.
      pool.on('error', () => undefined);
      return { pool, restsUntil: 0 };
    });
  }

  /** A replica, round-robin, that has all commits of the primary; null without one. */
  async find(primary: pg.Pool): Promise<Replica | null> {
    const rested = this.servers.filter(({ restsUntil }) => restsUntil <= Date.now());
    if (rested.length === 0) return null;
    const { rows } = await primary.query<{ position: string }>('SELECT pg_current_wal_flush_lsn()::text AS position');
    const first = (this.turn += 1) % rested.length;
    for (const server of [...rested.slice(first), ...rested.slice(0, first)]) {
      if (await this.reaches(server, rows[0]!.position)) return this.replicaOf(server);
    }
    return null;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.servers.map(({ pool }) => pool.end()));
  }

  private replicaOf(server: (typeof this.servers)[number]): Replica {
    return {
      pool: server.pool,
      isToBlame: (error) => {
        const { code = '', message = '' } = error as { code?: string; message?: string };
        const isFailed = FAILED.test(code) || FAILED_WORDS.test(message);
        if (isFailed) this.rest(server, 'lost', error);
        return isFailed;
      },
    };
  }

  private async reaches(server: (typeof this.servers)[number], position: string): Promise<boolean> {
    try {
      for (const pause of CATCH_UP_MS) {
        if (pause > 0) await sleep(pause);
        const { rows } = await server.pool.query<{ is_there: boolean | null }>({
          text: 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS is_there',
          values: [position],
          query_timeout: LOOK_TIMEOUT_MS,
        } as pg.QueryConfig);
        if (rows[0]?.is_there === true) return true;
      }
      this.rest(server, 'behind');
    } catch (error) {
      this.rest(server, 'lost', error);
    }
    return false;
  }

  private rest(server: (typeof this.servers)[number], why: keyof typeof REST_MS, error?: unknown): void {
    server.restsUntil = Date.now() + REST_MS[why];
    const place = this.servers.indexOf(server) + 1;
    this.logger.debug({ replica: place, why, err: error }, 'the primary answers in place of a replica');
  }
}
