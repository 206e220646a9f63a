import { S3ServiceException } from '@aws-sdk/client-s3';
import { StorageUnavailableError } from './blob-storage.errors.js';

/** Error codes of credentials and permissions. */
const ACCESS_DENIED =
  /^(AccessDenied|Forbidden|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|AllAccessDisabled|CredentialsProviderError)/;
/** The received content differs from the hash in the request. */
const INTEGRITY = /^(BadDigest|XAmzContentSHA256Mismatch|InvalidDigest|XAmzContentChecksumMismatch)/;
/** Errors of Node and the client for an unreachable or silent store. */
const UNREACHABLE =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERR_TLS|TimeoutError|AbortError|NetworkingError)/;

/** Whether the object does not exist. HEAD has no body, so the bucket may be missing, too. */
export function isMissingObject(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';
}

/** Whether the store lacks the operation, as some self-hosted ones do. */
export function isNotImplemented(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.name === 'NotImplemented' || error.$metadata.httpStatusCode === 501;
}

/** The client's error as StorageUnavailableError with its kind. */
export function storageError(error: unknown): StorageUnavailableError {
  if (error instanceof StorageUnavailableError) return error;
  const { name = '', code = '', $metadata } = error as Partial<S3ServiceException> & { code?: string };
  const unanswered = $metadata !== undefined && $metadata.httpStatusCode === undefined;
  if (name === 'NoSuchBucket') return new StorageUnavailableError('missing_bucket', error);
  if (ACCESS_DENIED.test(name) || statusOf(error) === 403) return new StorageUnavailableError('access_denied', error);
  if (INTEGRITY.test(name)) return new StorageUnavailableError('integrity', error);
  if (unanswered || UNREACHABLE.test(code) || UNREACHABLE.test(name))
    return new StorageUnavailableError('unreachable', error);
  return new StorageUnavailableError('failed', error);
}

/** Whether a retry may succeed. The client retries requests itself, except streams. */
export function isTransient(error: unknown): boolean {
  const status = statusOf(error);
  return storageError(error).problem === 'unreachable' || status === 429 || (status !== undefined && status >= 500);
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
