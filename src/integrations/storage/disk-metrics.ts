import { statfs } from 'node:fs/promises';
import type { MetricSamples } from '../../common/telemetry/metric-samples.js';
import { gauge } from '../../common/telemetry/metrics.js';

const free = gauge('storage_free_bytes', 'Free space under DATA_DIR.');
const reserve = gauge(
  'storage_reserve_bytes',
  'Free space below which no more files are accepted: STORAGE_RESERVE_BYTES.',
);

/** Has the file system of a folder looked at when the metrics are asked for. */
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
