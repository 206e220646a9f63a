import { currentContext } from '../../common/context/request-context.js';
import { histogram } from '../../common/telemetry/metrics.js';
import { inSpan } from '../../common/telemetry/tracing.js';

const stages = histogram(
  'search_stage_seconds',
  'Stages of the searches, those for the chat included: embed, index (with keyword, semantic and fusion inside it), admission, fetch, changes.',
  ['stage'],
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
);

/** Records a stage in the metrics and in `meta.debug`, which requires `system.settings`. */
export function addStage(stage: `${string}_ms`, milliseconds: number): void {
  stages.observe({ stage: stage.slice(0, -'_ms'.length) }, milliseconds / 1000);
  const debug = currentContext()?.debug;
  if (!debug) return;
  const before = typeof debug[stage] === 'number' ? debug[stage] : 0;
  debug[stage] = Math.round((before + milliseconds) * 100) / 100;
}

/** Runs a stage with a span, and records it. */
export async function inStage<T>(stage: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await inSpan(`search ${stage}`, work);
  } finally {
    addStage(`${stage}_ms`, performance.now() - startedAt);
  }
}
