import type { DataSource } from 'typeorm';
import type { MasterKeySource } from '../common/crypto/secrets.js';
import type { Env } from '../config/env.js';

/** Settings and database of the application. */
export interface AppOptions {
  env: Env;
  /** The master key, or the source of the current and previous ones. */
  masterKey: Buffer | MasterKeySource;
  databaseUrl: string;
  /** Connected. */
  dataSource: DataSource;
  /** False for command-line tools, which neither do background work nor answer requests. */
  background?: boolean;
}

/** See BACKGROUND_WORK. */
export function worksInBackground({ env, background = true }: AppOptions): boolean {
  return background && env.ROLE !== 'api';
}

/** See ANSWERS_REQUESTS. */
export function answersRequests({ env, background = true }: AppOptions): boolean {
  return background && env.ROLE !== 'worker';
}
