import { titlesOf } from '@amks/language/text/section-path.js';
import type { EvidencePassage } from '../answer.types.js';
import { stepNumber } from '../evidence/source-units.js';
import type { Candidate } from './candidates.js';

export const MAX_STEPS = 20;
const PROCEDURE_TITLE = /\b(?:procedure|removal|installation|test|servicing|replacement|inspection|adjustment)\b/iu;

export interface Procedure {
  quoted: Candidate[];
  /** Whether the section has more steps. */
  isCut: boolean;
}

/** Null if no section has two steps. The steps end at a gap: a procedure with a gap is worse than one that ends early. */
export function procedureOf(candidates: readonly Candidate[]): Procedure | null {
  const sections = bySection(candidates.filter(({ unit }) => unit.kind === 'step'));
  const best = [...sections.values()]
    .filter((steps) => steps.length > 1)
    .map((steps) => ({ steps, score: Math.max(...steps.map(({ score }) => score)) + titleBonus(steps[0]?.passage) }))
    .sort((a, b) => b.score - a.score)[0];
  if (!best) return null;
  const quoted = withoutGaps(inReadingOrder(best.steps), best.steps).slice(0, MAX_STEPS);
  return { quoted, isCut: quoted.length < best.steps.length };
}

/** The units by section, in the order of the first of each. */
export function bySection(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const sections = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = `${candidate.passage.revision_id}\n${candidate.passage.section}`;
    const known = sections.get(key);
    if (known) known.push(candidate);
    else sections.set(key, [candidate]);
  }
  return sections;
}

export function inReadingOrder(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort(
    (a, b) =>
      a.passage.page_number - b.passage.page_number ||
      a.passage.start + a.unit.start - (b.passage.start + b.unit.start),
  );
}

/** Sections whose title names work precede those of preparation and records. */
function titleBonus(passage: EvidencePassage | undefined): number {
  const title = titlesOf(passage?.section ?? '').at(-1) ?? '';
  return PROCEDURE_TITLE.test(title) ? 0.15 : 0;
}

/** The steps without a gap around the most relevant one. */
export function withoutGaps(steps: readonly Candidate[], byScore: readonly Candidate[]): Candidate[] {
  const runs: Candidate[][] = [];
  let last: number | null = null;
  for (const step of steps) {
    const number = stepNumber(step.unit.text);
    const gap = number !== null && last !== null && number > last + 1;
    const run = runs.at(-1);
    if (run && !gap) run.push(step);
    else runs.push([step]);
    last = number ?? last;
  }
  const [mostRelevant] = byScore;
  return runs.find((run) => mostRelevant && run.includes(mostRelevant)) ?? [];
}
