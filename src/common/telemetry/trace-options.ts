/** Values of OTEL_TRACES_SAMPLER, as OpenTelemetry names them. */
export const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/** Where spans go, and which. */
export interface TraceOptions {
  /** Base of a collector's OTLP over HTTP, `http://host:4318`. */
  endpoint: string;
  /** Sent with them; may be secret. */
  headers: Record<string, string>;
  service: string;
  version: string;
  sampler: SamplerName;
  /** Share of the traces that the samplers by ratio keep, 0 to 1. */
  ratio: number;
}
