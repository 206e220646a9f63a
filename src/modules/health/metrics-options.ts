/** Injection token of {@link MetricsOptions}. */
export const METRICS_OPTIONS = Symbol('metrics options');

/** How the metrics are reached; not at all by an empty token and port 0. */
export interface MetricsOptions {
  /** With which they are given on the port of the API. */
  token: string;
  /** Separate port, which requires no token. */
  port: number;
  host: string;
}
