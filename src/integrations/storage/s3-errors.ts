import { S3ServiceException } from '@aws-sdk/client-s3';
import { StorageUnavailableError } from './blob-storage.errors.js';

/** How stores name what is wrong with the credentials, or with what they may do. */
const ACCESS_DENIED =
  /^(AccessDenied|Forbidden|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|AllAccessDisabled|CredentialsProviderError)/;
/** What was sent is not what arrived, by a hash in the request. */
const INTEGRITY = /^(BadDigest|XAmzContentSHA256Mismatch|InvalidDigest|XAmzContentChecksumMismatch)/;
/** Node's codes, and the client's own names, for a store that cannot be reached or does not answer. */
const UNREACHABLE =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERR_TLS|TimeoutError|AbortError|NetworkingError)/;

/** Whether the answer says that the object is not there. A HEAD has no body, so the bucket may be missing as well. */
export function isMissingObject(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';
}

/** Whether the store does not know the operation: stores of one's own often lack the rarer ones. */
export function isNotImplemented(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.name === 'NotImplemented' || error.$metadata.httpStatusCode === 501;
}

/** What the client of S3 threw, as StorageUnavailableError with the kind of the problem. */
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

/** Whether the same request may succeed on another try. The client repeats most by itself, but not what streams. */
export function isTransient(error: unknown): boolean {
  const status = statusOf(error);
  return storageError(error).problem === 'unreachable' || status === 429 || (status !== undefined && status >= 500);
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
