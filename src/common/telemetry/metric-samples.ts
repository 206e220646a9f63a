import { Injectable, Logger } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { counter, registry } from './metrics.js';

/** A value of a gauge, and the labels that it is of. */
export type Reading = readonly [gauge: Gauge, value: number, labels?: Record<string, string>];

/** How gauges are read that nobody keeps up to date, since that would cost more than looking. */
export interface Sample {
  /** Of what; a label of `amks_sample_failures_total`. */
  source: string;
  gauges: readonly Gauge[];
  /** What there is of the gauges; of the rest there is nothing. */
  read: () => readonly Reading[] | Promise<readonly Reading[]>;
  /** How long a reading holds. Milliseconds; 0 for what costs nothing. */
  holdsMs?: number;
}

/** Several scrapers, or one that is impatient, share a reading of the database. Milliseconds. */
const HOLDS_MS = 10_000;
/** A scraper gives up after ten seconds, and what it would learn is why something does not answer. Milliseconds. */
const LONGEST_MS = 2_000;

const failures = counter('sample_failures_total', 'Readings of gauges that failed or took too long, by source.', [
  'source',
]);

/** Reads, when the metrics are asked for, what is measured only then. */
@Injectable()
export class MetricSamples {
  private readonly logger = new Logger(MetricSamples.name);
  private readonly samplers: Sampler[] = [];

  /** For constructors. */
  add(sample: Sample): void {
    this.samplers.push(new Sampler(sample));
  }

  /** All metrics in the text format of Prometheus. What cannot be read is left out of it, and counted. */
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

  /** @throws what reading throws, or Error when it takes too long; it then goes on, and is not begun twice */
  async refresh(): Promise<void> {
    const { holdsMs = HOLDS_MS } = this.sample;
    if (performance.now() - this.readAt < holdsMs) return;
    this.reading ??= this.read().finally(() => (this.reading = null));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        // What was read last may be long past.
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
      // One without labels is 0 then, which it need not be.
      gauge.remove({});
    }
  }
}
