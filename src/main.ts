import 'reflect-metadata';
import { bootstrap } from './bootstrap.js';
import { AddressUnavailableError } from './common/http/address-unavailable.error.js';
import { commandLineSettings, InvalidCommandLineError } from './config/command-line.js';
import { InvalidEnvironmentError, loadEnv } from './config/env.js';
import { DataDirectoryInUseError } from './integrations/embedded-postgres/embedded-postgres.errors.js';
import { MigrationBlockedError } from './migrate.js';

try {
  await bootstrap(loadEnv(process.env, commandLineSettings(process.argv.slice(2))));
} catch (error) {
  // What the operator can put right is said in one sentence; anything else keeps its stack.
  const known = [
    InvalidCommandLineError,
    InvalidEnvironmentError,
    DataDirectoryInUseError,
    AddressUnavailableError,
    MigrationBlockedError,
  ].some((type) => error instanceof type);
  process.stderr.write(`${error instanceof Error ? (known ? error.message : error.stack) : String(error)}\n`);
  process.exit(1);
}
