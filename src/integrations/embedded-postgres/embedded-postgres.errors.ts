import { OperatorError } from '../../common/errors/operator-error.js';

/** The embedded database cannot be installed, initialized or started. The message gives reason and remedy. */
export class EmbeddedPostgresError extends OperatorError {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** Another process runs the embedded database of this DATA_DIR. */
export class DataDirectoryInUseError extends EmbeddedPostgresError {
  override readonly name = 'DataDirectoryInUseError';

  constructor(
    readonly dataDir: string,
    readonly pid: number,
  ) {
    super(
      `The data directory ${dataDir} is in use by process ${pid}. ` +
        'Stop that process first, or start this one with another DATA_DIR, ' +
        'or point both at one PostgreSQL server with DATABASE_URL.',
    );
  }
}
