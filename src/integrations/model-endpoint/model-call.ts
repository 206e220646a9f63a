import { histogram, secondsSince } from '../../common/telemetry/metrics.js';
import { CLIENT_KIND, inSpan } from '../../common/telemetry/tracing.js';
import { ModelError } from './model-error.js';

const calls = histogram(
  'model_call_seconds',
  'Calls of a model, waiting and further tries included, by how they ended: answered, the failure, or failed, also when the caller went away.',
  ['kind', 'model', 'outcome'],
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60],
);

/** Times a call of a model and creates a span. @param model its configured name */
export async function modelCall<T>(kind: 'llm' | 'embedding', model: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let outcome = 'answered';
  try {
    return await inSpan(kind, work, { kind: CLIENT_KIND, attributes: { 'gen_ai.request.model': model } });
  } catch (error) {
    outcome = error instanceof ModelError ? error.failure : 'failed';
    throw error;
  } finally {
    calls.observe({ kind, model, outcome }, secondsSince(startedAt));
  }
}
