import 'reflect-metadata';
import { exitOnError } from '../common/errors/operator-error.js';
import { createLogger, logWhatLibrariesPrint } from '../common/telemetry/logger.js';
import { commandLineSettings } from '../config/command-line.js';
import { loadEnv } from '../config/env.js';
import { closeDataFolder } from './data-folder.js';
import { masterKeySource } from './master-key.js';
import { openDatabase } from './open-database.js';
import { Shutdown } from './shutdown.js';

/** Runs the service with the settings of the environment and command line. Ends the process when it cannot start. */
export function main(args: string[]): Promise<void> {
  return exitOnError(async () => {
    const env = loadEnv(process.env, commandLineSettings(args));
    const logger = createLogger(env.LOG_LEVEL);
    logWhatLibrariesPrint(logger);
    const shutdown = new Shutdown(logger, env.SHUTDOWN_DELAY_SECONDS * 1000);
    await shutdown.guard(async () => {
      closeDataFolder(env.DATA_DIR);
      const masterKey = masterKeySource(env);
      const opening = openDatabase(env, () => {
        logger.fatal('the embedded database ended; stopping');
        process.exit(1);
      });
      shutdown.closeAtEnd(() =>
        opening.then(
          (database) => database.close(),
          () => undefined,
        ),
      );
      // Most of the code is loaded while PostgreSQL starts.
      const [{ startApplication }, database] = await Promise.all([import('./application.js'), opening]);
      shutdown.signal.throwIfAborted();
      await startApplication({ env, masterKey, database, logger, shutdown });
    });
  });
}
