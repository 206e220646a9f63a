import type { Candidate } from './candidates.js';
import { bySection, inReadingOrder, MAX_STEPS, type Procedure } from './procedure.js';
import { stepsOf, type Step } from './step-lists.js';

/**
 * The chosen units with all sentences of their steps, and with the steps between those of one list: the step between
 * two torques can be the one that loosens the nut. Of several lists of a section, and on both sides of a step that is not in
 * the evidence, only the steps with the best unit are kept.
 * @param available all units that can be quoted
 */
export function wholeSteps(chosen: readonly Candidate[], available: readonly Candidate[]): Procedure {
  const all = bySection(available);
  const runs = [...bySection(chosen)].map(([section, units]) =>
    wholeRun(units, inReadingOrder(all.get(section) ?? units)),
  );
  return { quoted: runs.flatMap(({ quoted }) => quoted), isCut: runs.some(({ isCut }) => isCut) };
}

function wholeRun(chosen: readonly Candidate[], section: readonly Candidate[]): Procedure {
  const wanted = new Set(chosen);
  const isWanted = ({ units }: Step): boolean => units.some((unit) => wanted.has(unit));
  const all = stepsOf(section);
  const steps = all.filter(({ isStep }) => isStep);
  const best = [...chosen]
    .sort((a, b) => b.score - a.score)
    .find((one) => steps.some(({ units }) => units.includes(one)));
  if (!best) return { quoted: [...chosen], isCut: false };
  const at = steps.findIndex(({ units }) => units.includes(best));
  let start = at;
  while (steps[start]!.follows) start -= 1;
  let end = at + 1;
  while (steps[end]?.follows) end += 1;
  const list = steps.slice(start, end);
  const run = list.slice(list.findIndex(isWanted), list.findLastIndex(isWanted) + 1);
  const kept = around(
    run,
    run.findIndex(({ units }) => units.includes(best)),
  );
  const units = kept.flatMap((step) => step.units);
  const whole = units.filter((one) => wanted.has(one) || !units.some((other) => introduces(one, other)));
  const loose = all.filter(({ isStep }) => !isStep).flatMap((step) => step.units.filter((unit) => wanted.has(unit)));
  const isCut = kept.length < run.length || steps.some((step) => isWanted(step) && !run.includes(step));
  return { quoted: inReadingOrder([...whole, ...loose]), isCut };
}

/** At most {@link MAX_STEPS}, with as many before the best one as after it. */
function around(run: readonly Step[], best: number): readonly Step[] {
  const start = Math.max(0, Math.min(best - MAX_STEPS / 2, run.length - MAX_STEPS));
  return run.slice(start, start + MAX_STEPS);
}

/** Whether one unit is the open line above another, which is quoted with it. */
function introduces({ unit, passage }: Candidate, other: Candidate): boolean {
  return passage === other.passage && other.unit.leadIns.some(({ start }) => start === unit.start);
}
