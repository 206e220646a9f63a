import { StorageUnavailableError } from './blob-storage.errors.js';
import { diskError } from './disk.js';

describe('diskError', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])('%s is a storage that cannot be used', (code) => {
    const error = Object.assign(new Error(code), { code });
    const found = diskError(error) as StorageUnavailableError;
    expect(found).toBeInstanceOf(StorageUnavailableError);
    expect([found.details, found.cause]).toEqual([{ reason: 'storage' }, error]);
  });

  it('leaves other errors alone', () => {
    for (const error of [new Error('x'), Object.assign(new Error('x'), { code: 'ENOENT' }), null])
      expect(diskError(error)).toBe(error);
  });
});
