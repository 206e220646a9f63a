import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { AbstractLogger, DataSource, type Migration } from 'typeorm';
import { compiledFile } from './common/project-root.js';
import { createDataSource } from './data-source.js';

/** PostgreSQL's codes for a lock that was not had in time, and for one that two waited for in a circle. */
const NOT_HAD = ['55P03', '40P01'];
/**
 * How long a migration waits for a table that others use, who queue up behind it all the while; then it steps back and lets
 * them through. Milliseconds.
 */
const LOCK_TIMEOUT_MS = 4_000;
/** Times that it tries, unless told otherwise. */
const TRIES = 8;
/** Rest between two tries, at least and at most: long enough for all who waited. Milliseconds. */
const REST_MS = [1_000, 3_000] as const;
/** Nodes that start at the same time migrate one after the other. */
const MIGRATION_LOCK = `hashtextextended('migrations', 0)`;
/** Between two looks whether it is this node's turn. Milliseconds. */
const TURN_POLL_MS = 200;

/** A migration could not have a table that others use; what it is about to change is as it was. */
export class MigrationBlockedError extends Error {
  constructor(options: ErrorOptions) {
    super(
      'The schema of the database could not be brought up to date: a table that has to be changed is in use all the time. Nothing ' +
        'was changed; look in pg_stat_activity for a transaction that has been open for long, and start again.',
      options,
    );
  }
}

/** A migration of this build. */
export interface BuildMigration {
  /** Milliseconds since 1970: its place in the order. */
  timestamp: number;
  file: string;
}

/** The migrations of this build, in their order. */
export function migrationsOfBuild(): BuildMigration[] {
  const folder = compiledFile('migrations');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ timestamp: Number.parseInt(name, 10), file: path.join(folder, name) }))
    .sort((a, b) => a.timestamp - b.timestamp);
}

/**
 * Brings the schema up to date, or up to the migration of that time, each migration in a transaction of its own. Answers
 * those that were missing.
 *
 * @param tries how often a table is asked for that others use
 * @throws MigrationBlockedError when a table is in use for so long that waiting is given up
 */
export async function migrate(url: string, through = Number.MAX_SAFE_INTEGER, tries = TRIES): Promise<Migration[]> {
  const lock = new pg.Client({ connectionString: url, application_name: 'amks migration' });
  // A connection that is lost ends the lock with it; the migrations' own tells what is wrong.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query(`SET statement_timeout = 0`);
    await untilTurn(lock);
    // Most starts miss none, and loading the migrations would take them longer than this answer.
    if (await hasAll(lock, through)) return [];
    return await withTries(tries, () => applyMissing(url, through));
  } finally {
    await lock.end();
  }
}

/**
 * Asks for the lock of migrations until it is free. To wait for it would take a transaction, whose end an index waits for
 * that another node builds CONCURRENTLY: each would wait for the other.
 */
async function untilTurn(lock: pg.Client): Promise<void> {
  const isMine = async (): Promise<boolean> => {
    const { rows } = await lock.query<{ mine: boolean }>(`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS mine`);
    return rows[0]?.mine === true;
  };
  while (!(await isMine())) await pause(TURN_POLL_MS);
}

/** Whether the schema has every migration of this build up to that time. */
async function hasAll(database: pg.Client, through: number): Promise<boolean> {
  const { rows } = await database.query<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (rows[0]?.exists !== true) return false;
  const applied = await database.query<{ timestamp: string }>('SELECT timestamp FROM migrations');
  const times = new Set(applied.rows.map(({ timestamp }) => Number(timestamp)));
  return migrationsOfBuild().every(({ timestamp }) => timestamp > through || times.has(timestamp));
}

/** Connections for migrations: what a large library takes is as long as it takes, but nobody is kept waiting for a lock. */
export function createMigrationSource(url: string, through = Number.MAX_SAFE_INTEGER): DataSource {
  return new DataSource({
    ...createDataSource(url, 2).options,
    migrations: migrationsOfBuild()
      .filter(({ timestamp }) => timestamp <= through)
      .map(({ file }) => file),
    // As text: the driver leaves out a number that is 0.
    extra: { statement_timeout: '0', lock_timeout: LOCK_TIMEOUT_MS },
  });
}

/** Keeps what is said of a migration that fails: on standard output it would stand among the lines of the log. */
class FailureLog extends AbstractLogger {
  said = '';

  override logMigration(message: string): void {
    this.said = message;
  }

  protected override writeLog(): void {
    // Queries are not logged.
  }
}

/** @throws Error that names the migration, with PostgreSQL's as its cause */
async function applyMissing(url: string, through: number): Promise<Migration[]> {
  const log = new FailureLog();
  // The entities have no part in it.
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

/** What was applied in a try that failed later stays applied, and is missing in the answer of the last. */
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
