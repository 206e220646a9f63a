import type { DataSource } from 'typeorm';
import type { MasterKeySource } from './common/crypto/secrets.js';
import type { Env } from './config/env.js';

/** What the application is given: its settings, and where its database is. */
export interface AppOptions {
  env: Env;
  /** The master key, or where it is read together with those before it. */
  masterKey: Buffer | MasterKeySource;
  databaseUrl: string;
  /** Connected. */
  dataSource: DataSource;
  /** Whether jobs and hourly tasks are worked off; true unless said otherwise. */
  background?: boolean;
}
