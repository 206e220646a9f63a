import type { EvidencePassage } from './answer.types.js';
import type { Candidate } from './candidates.js';

/** Steps of one answer: longer procedures are read in the manual, where the citations lead. */
const MAX_STEPS = 20;
const PROCEDURE_TITLE = /\b(?:procedure|removal|installation|test|servicing|replacement|inspection|adjustment)\b/iu;

/** Steps in the order of the manual. */
export interface Procedure {
  quoted: Candidate[];
  /** Whether the section has more steps than these. */
  isCut: boolean;
}

/**
 * The steps of the section that answers a `how do I` question, in the order of the manual; null when no section of the evidence
 * has two steps. Steps are given without gaps: where the evidence misses one, the sequence ends, for a procedure with a
 * hole in it is worse than one that stops and says so.
 */
export function procedureOf(candidates: readonly Candidate[]): Procedure | null {
  const sections = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    if (candidate.unit.kind !== 'step') continue;
    const key = `${candidate.passage.revision_id}\n${candidate.passage.section}`;
    sections.set(key, [...(sections.get(key) ?? []), candidate]);
  }
  const best = [...sections.values()]
    .filter((steps) => steps.length > 1)
    .map((steps) => ({ steps, score: Math.max(...steps.map(({ score }) => score)) + titleBonus(steps[0]?.passage) }))
    .sort((a, b) => b.score - a.score)[0];
  if (!best) return null;
  const quoted = withoutGaps(inReadingOrder(best.steps), best.steps).slice(0, MAX_STEPS);
  return { quoted, isCut: quoted.length < best.steps.length };
}

/** Candidates as the manual prints them. */
export function inReadingOrder(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort(
    (a, b) =>
      a.passage.page_number - b.passage.page_number ||
      a.passage.start + a.unit.start - (b.passage.start + b.unit.start),
  );
}

/** Sections whose own title says that work is done in them, before those of preparation and records. */
function titleBonus(passage: EvidencePassage | undefined): number {
  const title = passage?.section.split(/\s[>›]\s/u).at(-1) ?? '';
  return PROCEDURE_TITLE.test(title) ? 0.15 : 0;
}

/** The unbroken run of steps that holds the most relevant one. */
function withoutGaps(steps: readonly Candidate[], byScore: readonly Candidate[]): Candidate[] {
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

/** The number of a step of the outermost level, `3.` or `(3)`; null for sub-steps and bullets. */
function stepNumber(text: string): number | null {
  const match = /^\(?(\d{1,3})[.)]/u.exec(text);
  return match ? Number(match[1]) : null;
}
