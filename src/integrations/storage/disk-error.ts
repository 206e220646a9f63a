import { StorageUnavailableError } from './blob-storage.errors.js';

/** What a file system says that takes nothing more: full, over quota, read-only, failing. */
const REFUSALS: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** A file system that cannot be written to is a storage that cannot be used (503); any other error is what it is. */
export function diskError(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  return REFUSALS.includes(code) ? new StorageUnavailableError('disk', error) : error;
}
