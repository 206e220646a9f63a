import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process. There is one for each process, as there is one of each thing that they measure. */
export const registry = new Registry();

/**
 * Seconds of whatever somebody waits for, from a look into memory to an answer that a model writes. Histograms say how many
 * there were as well: where there is one, there is no counter beside it.
 */
export const WAITING_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * What only goes up. The labels take few values, known ahead: names of routes, states, models; never an id, an address or
 * a text that somebody sent.
 *
 * @param name without `amks_`; ends with `_total`
 */
export function counter<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name: `amks_${name}`, help, labelNames: [...labels], registers: [registry] });
}

/** What goes up and down; labels as of a {@link counter}. */
export function gauge<Label extends string>(name: string, help: string, labels: readonly Label[] = []): Gauge<Label> {
  return new Gauge({ name: `amks_${name}`, help, labelNames: [...labels], registers: [registry] });
}

/** How long something takes; labels as of a {@link counter}. @param name without `amks_`; ends with `_seconds` */
export function histogram<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
  buckets = WAITING_SECONDS,
): Histogram<Label> {
  return new Histogram({ name: `amks_${name}`, help, labelNames: [...labels], buckets, registers: [registry] });
}

/** Seconds since `startedAt`, as `performance.now()` gave it. */
export const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;
