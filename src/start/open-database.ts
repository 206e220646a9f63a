import type { Env } from '../config/env.js';
import { DataDirectoryInUseError } from '../integrations/embedded-postgres/embedded-postgres.errors.js';
import { EmbeddedPostgres } from '../integrations/embedded-postgres/embedded-postgres.js';

/** Name of the embedded database. */
const EMBEDDED_NAME = 'amks';

/** A database URL; `close` stops what was started. */
export interface OpenDatabase {
  url: string;
  /** Whether it is the embedded one. */
  embedded: boolean;
  close(): Promise<void>;
}

/** The database of DATABASE_URL, or an embedded PostgreSQL started in DATA_DIR. */
export async function openDatabase(env: Env, onLost: () => void = () => undefined): Promise<OpenDatabase> {
  if (env.DATABASE_URL !== null) return { url: env.DATABASE_URL, embedded: false, close: () => Promise.resolve() };
  const postgres = await EmbeddedPostgres.start({ dataDir: env.DATA_DIR, database: EMBEDDED_NAME, onExit: onLost });
  return { url: postgres.connectionString, embedded: true, close: () => postgres.stop() };
}

/** As {@link openDatabase}, or the embedded PostgreSQL of the running service, for tools that can run at the same time. */
export async function openDatabaseBeside(env: Env): Promise<OpenDatabase> {
  try {
    return await openDatabase(env);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    const url = EmbeddedPostgres.addressOfRunning({ dataDir: env.DATA_DIR, database: EMBEDDED_NAME });
    if (url === null) throw error;
    return { url, embedded: true, close: () => Promise.resolve() };
  }
}
