import 'reflect-metadata';
import { AddressUnavailableError, bootstrap } from './bootstrap.js';
import { InvalidEnvironmentError, loadEnv } from './config/env.js';
import { DataDirectoryInUseError } from './integrations/embedded-postgres/embedded-postgres.errors.js';
import { MigrationBlockedError } from './migrate.js';

try {
  await bootstrap(loadEnv());
} catch (error) {
  // What the operator can put right is said in one sentence; anything else keeps its stack.
  const known = [InvalidEnvironmentError, DataDirectoryInUseError, AddressUnavailableError, MigrationBlockedError].some(
    (type) => error instanceof type,
  );
  process.stderr.write(`${error instanceof Error ? (known ? error.message : error.stack) : String(error)}\n`);
  process.exit(1);
}
