import { Injectable, Logger } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { counter, registry } from './metrics.js';

export type Reading = readonly [gauge: Gauge, value: number, labels?: Record<string, string>];

/** How gauges are read that are not kept up to date. */
export interface Sample {
  /** Label of `amks_sample_failures_total`. */
  source: string;
  gauges: readonly Gauge[];
  /** Values of the gauges; missing ones have none. */
  read: () => readonly Reading[] | Promise<readonly Reading[]>;
  /** Time for which a reading is reused. Milliseconds; 0 if reading is cheap. */
  holdsMs?: number;
}

/** Time for which scrapers share a reading of the database. Milliseconds. */
const HOLDS_MS = 10_000;
/** Scrapers time out after ten seconds. Milliseconds. */
const LONGEST_MS = 2_000;

const failures = counter('sample_failures_total', 'Readings of gauges that failed or took too long, by source.', [
  'source',
]);

@Injectable()
export class MetricSamples {
  private readonly logger = new Logger(MetricSamples.name);
  private readonly samplers: Sampler[] = [];

  /** For constructors. */
  add(sample: Sample): void {
    this.samplers.push(new Sampler(sample));
  }

  /** All metrics in the Prometheus text format. Failed readings are omitted and counted. */
  async text(): Promise<string> {
    await Promise.all(this.samplers.map((sampler) => this.refresh(sampler)));
    return registry.metrics();
  }

  private async refresh(sampler: Sampler): Promise<void> {
    try {
      await sampler.refresh();
    } catch (error) {
      failures.inc({ source: sampler.source });
      this.logger.warn({ err: error, source: sampler.source }, 'metrics could not be read');
    }
  }
}

class Sampler {
  private reading: Promise<void> | null = null;
  private readAt = -Infinity;

  constructor(private readonly sample: Sample) {}

  get source(): string {
    return this.sample.source;
  }

  /** @throws errors of the reading, or Error on timeout; the reading then continues and is not started twice */
  async refresh(): Promise<void> {
    const { holdsMs = HOLDS_MS } = this.sample;
    if (performance.now() - this.readAt < holdsMs) return;
    this.reading ??= this.read().finally(() => (this.reading = null));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        // The last value may be outdated.
        this.clear();
        reject(new Error('took too long'));
      }, LONGEST_MS);
    });
    try {
      await Promise.race([this.reading, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async read(): Promise<void> {
    try {
      const readings = await this.sample.read();
      this.clear();
      for (const [gauge, value, labels = {}] of readings) gauge.set(labels, value);
      this.readAt = performance.now();
    } catch (error) {
      this.clear();
      throw error;
    }
  }

  private clear(): void {
    for (const gauge of this.sample.gauges) {
      gauge.reset();
      // A gauge without labels would be 0.
      gauge.remove({});
    }
  }
}
