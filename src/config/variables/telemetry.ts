import { SAMPLERS } from '../../common/telemetry/trace-options.js';
import { choice, flag, integer, seconds, text, webAddress, type Variable } from '../variable.js';

/** Shorter ones could be guessed: nothing counts the attempts. */
const MIN_TOKEN_LENGTH = 16;

const metricsToken: Variable<string> = {
  doc: `Bearer token, of ${MIN_TOKEN_LENGTH} characters or more, with which /metrics answers on PORT. Empty: it does not.`,
  fallback: '',
  parse: (value) => {
    if (value !== '' && !(value.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(value))) {
      throw new Error(`must be ${MIN_TOKEN_LENGTH} or more ASCII characters without spaces`);
    }
    return value;
  },
};

const otlpHeaders: Variable<Record<string, string>> = {
  doc: 'Headers sent with the traces, such as a key of the collector: name=value, comma-separated, values URL-encoded.',
  fallback: '',
  parse: (value) => {
    const pairs = value.split(',').filter((pair) => pair.trim() !== '');
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, content] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=(.*)$/.exec(pair) ?? [];
        if (name === undefined || content === undefined) throw new Error('must be like name=value,name=value');
        try {
          return [name, decodeURIComponent(content.trim())];
        } catch {
          throw new Error('must have URL-encoded values');
        }
      }),
    );
  },
};

/** What the service tells of itself. */
export const TELEMETRY = {
  METRICS_TOKEN: metricsToken,
  METRICS_PORT: integer(0, 0, 65535, 'Port of its own for /metrics, without a token; 0 for none.'),
  METRICS_HOST: text('127.0.0.1', 'Address on which that port listens.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress(
    'OpenTelemetry collector that traces are sent to, by OTLP over HTTP, such as http://127.0.0.1:4318. Empty: there are none.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders,
  OTEL_SERVICE_NAME: text('aviation-maintenance-knowledge-service', 'Name of the service in the traces.'),
  OTEL_TRACES_SAMPLER: choice('parentbased_always_on', SAMPLERS, 'Which traces are kept.'),
  OTEL_TRACES_SAMPLER_ARG: seconds(1, 0, 1, 'Share of the traces that the samplers by ratio keep, from 0 to 1.'),
  SLOW_QUERY_MS: integer(
    500,
    0,
    30_000,
    'Statements of the database that take so many milliseconds are logged, without their parameters; 0 for none.',
  ),
  LOG_QUERY_TEXT: flag('true logs what people search for and ask the chat; for finding faults, not for good.'),
} as const;

/** Whether anybody can ask for the metrics. */
export const isMeasured = (env: { readonly METRICS_TOKEN: string; readonly METRICS_PORT: number }): boolean =>
  env.METRICS_TOKEN !== '' || env.METRICS_PORT !== 0;
