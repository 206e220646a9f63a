import { statfs } from 'node:fs/promises';
import { StorageUnavailableError } from './blob-storage.errors.js';
import type { MetricSamples } from '../../common/telemetry/metric-samples.js';
import { gauge } from '../../common/telemetry/metrics.js';

/** Error codes of a file system that cannot be written: full, over quota, read-only, failing. */
const REFUSALS: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** Turns errors of an unwritable file system into StorageUnavailableError (503). Other errors are returned unchanged. */
export function diskError(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  return REFUSALS.includes(code) ? new StorageUnavailableError('disk', error) : error;
}

const free = gauge('storage_free_bytes', 'Free space under DATA_DIR.');
const reserve = gauge(
  'storage_reserve_bytes',
  'Free space below which no more files are accepted: STORAGE_RESERVE_BYTES.',
);

/** Measures the free space of a folder when metrics are requested. */
export function sampleDisk(folder: string, reserveBytes: number, samples: MetricSamples): void {
  samples.add({
    source: 'disk',
    gauges: [free, reserve],
    read: async () => {
      const { bavail, bsize } = await statfs(folder);
      return [
        [free, bavail * bsize],
        [reserve, reserveBytes],
      ];
    },
  });
}
