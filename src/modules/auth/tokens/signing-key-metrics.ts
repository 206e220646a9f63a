import { Inject, Injectable } from '@nestjs/common';
import { MetricSamples, type Reading } from '../../../common/telemetry/metric-samples.js';
import { gauge } from '../../../common/telemetry/metrics.js';
import { SIGNING_KEY_DAYS } from './key-rotation.js';
import { SigningKeyRepository } from './signing-key.repository.js';

const DAY_SECONDS = 86_400;

const age = gauge('signing_key_age_seconds', 'Age of the newest key that signs tokens.');
const rotation = gauge('signing_key_rotation_seconds', 'Age at which it is rotated: SIGNING_KEY_DAYS.');

@Injectable()
export class SigningKeyMetrics {
  constructor(samples: MetricSamples, keys: SigningKeyRepository, @Inject(SIGNING_KEY_DAYS) days: number) {
    samples.add({
      source: 'signing_keys',
      gauges: [age, rotation],
      read: async (): Promise<Reading[]> => {
        const newest = await keys.findNewest();
        const limit: Reading = [rotation, days * DAY_SECONDS];
        return newest ? [limit, [age, newest.age_days * DAY_SECONDS]] : [limit];
      },
    });
  }
}
