import type { Env } from './config/env.js';
import { EmbeddedPostgres } from './integrations/embedded-postgres/embedded-postgres.js';

/** A database to connect to; `close` ends what was started for it. */
export interface OpenDatabase {
  url: string;
  /** Whether it is the embedded one, which nobody else administers. */
  embedded: boolean;
  close(): Promise<void>;
}

/** The database of DATABASE_URL or, without one, the embedded PostgreSQL, started under DATA_DIR. */
export async function openDatabase(env: Env, onLost: () => void = () => undefined): Promise<OpenDatabase> {
  if (env.DATABASE_URL !== null) return { url: env.DATABASE_URL, embedded: false, close: () => Promise.resolve() };
  const postgres = await EmbeddedPostgres.start({ dataDir: env.DATA_DIR, database: 'amks', onExit: onLost });
  return { url: postgres.connectionString, embedded: true, close: () => postgres.stop() };
}
