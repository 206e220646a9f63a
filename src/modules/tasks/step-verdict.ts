import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { TaskPart } from '@amks/reader/tasks/task.types.js';
import type { Verdict, VerdictReason } from '../applicability/dto/verdicts.js';
import type { AircraftVerdicts, RevisionEffectivity } from '../applicability/applicability.service.js';

/** Whether something applies to an aircraft. `statements` are those that exclude it, or that leave it open. */
export interface StepVerdict {
  verdict: Verdict;
  reason: VerdictReason;
  statements: string[];
}

/** Characters of a marker and label before the statement that a step begins with. */
const BEFORE = 12;
/** Words about aircraft that a statement before them does not name. */
const OTHERS =
  /\b(?:others?|except|remaining|otherwise|else|all (?:the )?(?:aircraft|airplanes|a\/c))\b|[.;:] (?:for|on|in|if) /i;

/** Decides for a task as a whole, by the revision and the statements in force in all of it. */
export function verdictOfTask(
  verdicts: AircraftVerdicts,
  revision: RevisionEffectivity,
  task: { last_page: number; effectivity: readonly Effectivity[] },
): StepVerdict {
  return decide(verdicts, revision, task.last_page, task.effectivity);
}

/**
 * Decides for each part of a task. A statement that a step begins with is about the whole step and its sub-steps; one further inside can be
 * about a sentence, so it leaves out nothing.
 */
export function verdictsOfParts(
  verdicts: AircraftVerdicts,
  revision: RevisionEffectivity,
  parts: readonly DecidedPart[],
): StepVerdict[] {
  const whole = new Set(parts.flatMap(statementsOfAll));
  return parts.map((part) => {
    const inForce = (part.effectivity ?? []).map((one): Effectivity =>
      whole.has(keyOf(one)) ? { ...one, reach: 'section' } : one,
    );
    return decide(verdicts, revision, part.page_number, inForce);
  });
}

type DecidedPart = Pick<TaskPart, 'page_number' | 'start' | 'end' | 'text' | 'effectivity' | 'kind'>;

/** The statement with which a step begins, unless its text continues with other aircraft. */
function statementsOfAll({ kind, text, page_number, start, effectivity = [] }: DecidedPart): string[] {
  if (kind !== 'step') return [];
  const own = effectivity.filter(
    (one) => one.reach === 'block' && one.page_number === page_number && one.start >= start,
  );
  const [first, ...others] = own;
  const isWhole =
    first && others.length === 0 && first.start - start <= BEFORE && !OTHERS.test(text.slice(first.end - start));
  return isWhole ? [keyOf(first)] : [];
}

function keyOf({ page_number, start }: Effectivity): string {
  return `${page_number} ${start}`;
}

function decide(
  verdicts: AircraftVerdicts,
  revision: RevisionEffectivity,
  pageNumber: number,
  inForce: readonly Effectivity[],
): StepVerdict {
  // Of several equal statements, one decides.
  const once = [...new Map(inForce.map((one) => [`${one.reach} ${one.value}`, one])).values()];
  const { verdict, reason, statements } = verdicts.ofPassage(revision, {
    page_number: pageNumber,
    start: Number.MAX_SAFE_INTEGER,
    in_force: once,
  });
  const deciding = statements.filter(
    (one) => one.verdict === verdict || (reason === 'ambiguous' && one.start !== null),
  );
  return {
    verdict,
    reason,
    statements: verdict === 'applicable' ? [] : [...new Set(deciding.map((one) => one.statement))],
  };
}
