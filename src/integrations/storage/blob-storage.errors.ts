import { AppError } from '../../common/errors/app-error.js';

/** The source holds more bytes than the caller allows. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';

  constructor(readonly maxBytes: number) {
    super(`the content is larger than ${maxBytes} bytes`);
  }
}

/** No blob is stored under this hash. */
export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError';

  constructor(readonly sha256: string) {
    super(`there is no blob ${sha256}`);
  }
}

/** What is stored under the hash is something else by now, or nothing: it is not served until it is put again or restored. */
export class BlobDamagedError extends AppError {
  override readonly name = 'BlobDamagedError';

  constructor(readonly sha256: string) {
    super('SERVICE_UNAVAILABLE', 'The stored file is damaged and is not served until it has been restored', {
      reason: 'content_damaged',
    });
  }
}

/** Why the store cannot serve, for the log and for those who run the service; clients only learn that it cannot. */
export type StorageProblem = 'unreachable' | 'missing_bucket' | 'access_denied' | 'integrity' | 'disk' | 'failed';

/** The store behind STORAGE_URL does not do its work: 503, to be tried again. */
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
