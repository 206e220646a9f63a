import { SAMPLERS } from '../../common/telemetry/trace-options.js';
import { choice, flag, integer, seconds, text, webAddress, type Variable } from './variable.js';

/** Attempts are not limited, so shorter tokens could be guessed. */
const MIN_TOKEN_LENGTH = 16;

const metricsToken: Variable<string> = {
  doc: `Bearer token for /metrics on PORT, at least ${MIN_TOKEN_LENGTH} characters. Empty: no metrics on PORT.`,
  fallback: '',
  parse: (value) => {
    if (value !== '' && !(value.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(value))) {
      throw new Error(`must be ${MIN_TOKEN_LENGTH} or more ASCII characters without spaces`);
    }
    return value;
  },
};

const otlpHeaders: Variable<Record<string, string>> = {
  doc: 'Comma-separated headers sent with traces, such as an API key: name=value, values URL-encoded.',
  fallback: '',
  parse: (value) => {
    const pairs = value.split(',').filter((pair) => pair.trim() !== '');
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, content] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=(.*)$/.exec(pair) ?? [];
        if (name === undefined || content === undefined) throw new Error('must have the form name=value,name=value');
        try {
          return [name, decodeURIComponent(content.trim())];
        } catch {
          throw new Error('must have URL-encoded values');
        }
      }),
    );
  },
};

/** Metrics, traces and logs. */
export const TELEMETRY = {
  METRICS_TOKEN: metricsToken,
  METRICS_PORT: integer(0, 0, 65535, 'Separate port for /metrics, without a token. 0: none.'),
  METRICS_HOST: text('127.0.0.1', 'Address to listen on for METRICS_PORT.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress(
    'OpenTelemetry collector for traces, OTLP over HTTP, such as http://127.0.0.1:4318. Empty: no traces.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders,
  OTEL_SERVICE_NAME: text('aviation-maintenance-knowledge-service', 'Service name in traces.'),
  OTEL_TRACES_SAMPLER: choice('parentbased_always_on', SAMPLERS, 'Sampler of traces.'),
  OTEL_TRACES_SAMPLER_ARG: seconds(1, 0, 1, 'Ratio of the traceidratio samplers, from 0 to 1.'),
  SLOW_QUERY_MS: integer(
    500,
    0,
    30_000,
    'Minimum duration of logged database statements, in milliseconds, without their parameters. 0: none.',
  ),
  LOG_QUERY_TEXT: flag('true logs the text of searches and questions. For temporary diagnosis only.'),
} as const;

/** Whether metrics are available. */
export const isMeasured = (env: { readonly METRICS_TOKEN: string; readonly METRICS_PORT: number }): boolean =>
  env.METRICS_TOKEN !== '' || env.METRICS_PORT !== 0;
