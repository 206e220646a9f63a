import { AppError } from '../../common/errors/app-error.js';

export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';

  constructor(readonly maxBytes: number) {
    super(`the content is larger than ${maxBytes} bytes`);
  }
}

export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError';

  constructor(readonly sha256: string) {
    super(`there is no blob ${sha256}`);
  }
}

/** The stored content is damaged or missing. It is served again after it was uploaded or restored. */
export class BlobDamagedError extends AppError {
  override readonly name = 'BlobDamagedError';

  constructor(readonly sha256: string) {
    super('SERVICE_UNAVAILABLE', 'The stored file is damaged and is not served until it has been restored', {
      reason: 'content_damaged',
    });
  }
}

/** Why the store fails, for the log and operators only. */
export type StorageProblem = 'unreachable' | 'missing_bucket' | 'access_denied' | 'integrity' | 'disk' | 'failed';

/** The store does not work: 503, which clients can retry. */
export class StorageUnavailableError extends AppError {
  override readonly name = 'StorageUnavailableError';

  constructor(
    readonly problem: StorageProblem,
    cause: unknown,
  ) {
    super(
      'SERVICE_UNAVAILABLE',
      'The storage of files cannot be used right now',
      { reason: 'storage' },
      { cause, headers: { 'retry-after': '10' } },
    );
  }
}
