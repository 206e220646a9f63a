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
  /** False for tools of the command line: whatever the role, they neither work in the background nor answer requests. */
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
