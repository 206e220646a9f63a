import 'reflect-metadata';
import { bootstrap } from './bootstrap.js';
import { InvalidEnvironmentError, loadEnv } from './config/env.js';
import { DataDirectoryInUseError } from './integrations/embedded-postgres/embedded-postgres.errors.js';

try {
  await bootstrap(loadEnv());
} catch (error) {
  // What the operator can put right is said in one sentence; anything else keeps its stack.
  const known = error instanceof InvalidEnvironmentError || error instanceof DataDirectoryInUseError;
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
