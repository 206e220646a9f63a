import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { AbstractLogger, DataSource, type Migration } from 'typeorm';
import { OperatorError } from '../common/errors/operator-error.js';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { createDataSource } from './data-source.js';

/** PostgreSQL's codes of lock timeout and deadlock. */
const NOT_HAD = ['55P03', '40P01'];
/** Lock timeout of a migration, while other transactions queue behind it. Milliseconds. */
const LOCK_TIMEOUT_MS = 4_000;
/** Default attempts. */
const TRIES = 8;
/** Minimum and maximum pause between attempts, in which waiting transactions run. Milliseconds. */
const REST_MS = [1_000, 3_000] as const;
/** Nodes that start together migrate one after the other. */
const MIGRATION_LOCK = `hashtextextended('migrations', 0)`;
/** Interval of checks for the migration lock. Milliseconds. */
const TURN_POLL_MS = 200;

/** A migration could not lock a table. Its changes were rolled back. */
export class MigrationBlockedError extends OperatorError {
  constructor(options: ErrorOptions) {
    super(
      'The migration could not lock a table, and nothing was changed: look in pg_stat_activity for long transactions ' +
        'on it, end them, and start again.',
      options,
    );
  }
}

export interface BuildMigration {
  /** Milliseconds since 1970; defines the order. */
  timestamp: number;
  file: string;
}

/** The migrations of this build, in order. */
export function migrationsOfBuild(): BuildMigration[] {
  return readdirSync(path.dirname(compiledFile('main.js')))
    .filter((name) => /^\d+-.*\.js$/.test(name))
    .map((name) => ({ timestamp: Number.parseInt(name, 10), file: compiledFile(name) }))
    .sort((a, b) => a.timestamp - b.timestamp);
}

/**
 * Applies missing migrations, up to `time` if given, each in its own transaction. Returns their names.
 * @param tries attempts to lock a table
 * @throws MigrationBlockedError when a table stays locked
 */
export async function migrate(url: string, through = Number.MAX_SAFE_INTEGER, tries = TRIES): Promise<Migration[]> {
  const lock = new pg.Client({ connectionString: url, application_name: 'amks migration' });
  // A lost connection releases the lock; the migrations report their own error.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query(`SET statement_timeout = 0`);
    await untilTurn(lock);
    // Most starts need no migration, and loading them takes longer than this query.
    if (await hasAll(lock, through)) return [];
    return await withTries(tries, () => applyMissing(url, through));
  } finally {
    await lock.end();
  }
}

/** Polls the migration lock. Waiting in a transaction could deadlock with an index that another node builds CONCURRENTLY. */
async function untilTurn(lock: pg.Client): Promise<void> {
  const isMine = async (): Promise<boolean> => {
    const { rows } = await lock.query<{ mine: boolean }>(`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS mine`);
    return rows[0]?.mine === true;
  };
  while (!(await isMine())) await pause(TURN_POLL_MS);
}

/** Whether the schema has all migrations of this build, up to `time` if given. */
async function hasAll(database: pg.Client, through: number): Promise<boolean> {
  const { rows } = await database.query<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (rows[0]?.exists !== true) return false;
  const applied = await database.query<{ timestamp: string }>('SELECT timestamp FROM migrations');
  const times = new Set(applied.rows.map(({ timestamp }) => Number(timestamp)));
  return migrationsOfBuild().every(({ timestamp }) => timestamp > through || times.has(timestamp));
}

/** Connections for migrations: no statement timeout, but a lock timeout. */
export function createMigrationSource(url: string, through = Number.MAX_SAFE_INTEGER): DataSource {
  return new DataSource({
    ...createDataSource(url, 2).options,
    migrations: migrationsOfBuild()
      .filter(({ timestamp }) => timestamp <= through)
      .map(({ file }) => file),
    // As text, because the driver omits the number 0.
    extra: { statement_timeout: '0', lock_timeout: LOCK_TIMEOUT_MS },
  });
}

/** Keeps messages of a failed migration; printed, they would mix with log lines. */
class FailureLog extends AbstractLogger {
  said = '';

  override logMigration(message: string): void {
    this.said = message;
  }

  protected override writeLog(): void {
    // Queries are not logged.
  }
}

/** @throws Error with the name of the migration; PostgreSQL's error is its cause */
async function applyMissing(url: string, through: number): Promise<Migration[]> {
  const log = new FailureLog();
  // Entities are not used.
  const dataSource = await new DataSource({
    ...createMigrationSource(url, through).options,
    entities: [],
    logger: log,
  }).initialize();
  try {
    return await dataSource.runMigrations({ transaction: 'each' });
  } catch (error) {
    throw new Error(log.said || (error as Error).message, { cause: error });
  } finally {
    await dataSource.destroy();
  }
}

/** Migrations of earlier attempts stay applied and are missing here. */
async function withTries(most: number, apply: () => Promise<Migration[]>): Promise<Migration[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply();
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      if (!NOT_HAD.includes(code ?? '')) throw error;
      if (tries >= most) throw new MigrationBlockedError({ cause: error });
      const [shortest, longest] = REST_MS;
      await pause(shortest + (longest - shortest) * Math.random());
    }
  }
}
