import { currentContext } from '../../common/http/request-context.js';

/** Adds a stage's duration to `meta.debug`, which those with `system.settings` may ask for. */
export function addStage(stage: string, milliseconds: number): void {
  const debug = currentContext()?.debug;
  if (!debug) return;
  const before = typeof debug[stage] === 'number' ? debug[stage] : 0;
  debug[stage] = Math.round((before + milliseconds) * 100) / 100;
}
