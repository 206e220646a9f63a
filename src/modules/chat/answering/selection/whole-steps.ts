import { unitsOf } from '../evidence/passages.js';
import type { SourceUnit } from '../evidence/source-units.js';
import type { EvidencePassage } from '../answer.types.js';
import type { Candidate } from './candidates.js';
import { bySection, inReadingOrder, MAX_STEPS, withoutGaps, type Procedure } from './procedure.js';

/**
 * The chosen units with all sentences of their steps, and with the steps between those of one section: the step between
 * two torques can be the one that loosens the nut. If a step between them is not in the evidence, only the steps around
 * the best one are kept.
 * @param rated all units of the evidence
 */
export function wholeSteps(chosen: readonly Candidate[], rated: readonly Candidate[]): Procedure {
  const all = bySection(rated);
  const runs = [...bySection(chosen)].map(([section, units]) => wholeRun(units, all.get(section) ?? units));
  return { quoted: runs.flatMap(({ quoted }) => quoted), isCut: runs.some(({ isCut }) => isCut) };
}

/** @param section all units of the section */
function wholeRun(chosen: readonly Candidate[], section: readonly Candidate[]): Procedure {
  const wanted = new Set(chosen.flatMap(({ unit, passage }) => stepWith(unit, passage)));
  const steps = section.filter(({ unit }) => unit.kind === 'step' && wanted.has(unit));
  if (steps.length === 0) return { quoted: [...chosen], isCut: false };
  const ordered = inReadingOrder(section);
  const places = steps.map((step) => ordered.indexOf(step));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const run = ordered.filter((one, place) => wanted.has(one.unit) || (place > first && place < last));
  const whole = run.filter((one) => wanted.has(one.unit) || !run.some((other) => introduces(one, other)));
  const quoted = withoutGaps(
    whole,
    [...chosen].sort((a, b) => b.score - a.score),
  );
  return { quoted: quoted.slice(0, MAX_STEPS), isCut: Math.min(quoted.length, MAX_STEPS) < whole.length };
}

/** Whether one unit is the open line above another, which is quoted with it. */
function introduces({ unit, passage }: Candidate, other: Candidate): boolean {
  return passage === other.passage && other.unit.leadIns.some(({ start }) => start === unit.start);
}

/** A step with the sentences that continue it on its line. Other units by themselves. */
function stepWith(unit: SourceUnit, passage: EvidencePassage): SourceUnit[] {
  const units = unitsOf(passage);
  const continues = (index: number): boolean => {
    const [before, next] = [units[index - 1], units[index]];
    return before !== undefined && next?.kind === 'sentence' && !/[\n\r]/u.test(passage.text.slice(before.end, next.start)); // prettier-ignore
  };
  let start = units.indexOf(unit);
  let end = start + 1;
  while (continues(start)) start -= 1;
  if (units[start]?.kind !== 'step') return [unit];
  while (continues(end)) end += 1;
  return units.slice(start, end);
}
