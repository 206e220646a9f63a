import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();

/** Buckets in seconds, from memory lookups to model answers. Histograms include a count, so they need no counter. */
export const WAITING_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Labels take few, known values; never ids, URLs or user input. @param name without `amks_`; ends with `_total` */
export function counter<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name: `amks_${name}`, help, labelNames: [...labels], registers: [registry] });
}

/** A gauge; labels as for {@link counter}. */
export function gauge<Label extends string>(name: string, help: string, labels: readonly Label[] = []): Gauge<Label> {
  return new Gauge({ name: `amks_${name}`, help, labelNames: [...labels], registers: [registry] });
}

/** A histogram; labels as for {@link counter}. @param name without `amks_`; ends with `_seconds` */
export function histogram<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
  buckets = WAITING_SECONDS,
): Histogram<Label> {
  return new Histogram({ name: `amks_${name}`, help, labelNames: [...labels], buckets, registers: [registry] });
}

/** Seconds since `startedAt`, a value of `performance.now()`. */
export const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;
