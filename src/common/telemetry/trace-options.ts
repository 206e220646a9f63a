/** Values of OTEL_TRACES_SAMPLER. */
export const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

export interface TraceOptions {
  /** Base URL of an OTLP collector over HTTP, `http://host:4318`. */
  endpoint: string;
  /** Sent with spans; may be secret. */
  headers: Record<string, string>;
  service: string;
  version: string;
  sampler: SamplerName;
  /** Ratio of the ratio samplers, 0 to 1. */
  ratio: number;
}
