import type { DataSource } from 'typeorm';
import type { Env } from './config/env.js';

/** What the application is given: its settings, and where its database is. */
export interface AppOptions {
  env: Env;
  masterKey: Buffer;
  databaseUrl: string;
  /** Connected. */
  dataSource: DataSource;
}
