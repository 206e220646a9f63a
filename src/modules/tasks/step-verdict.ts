import { namesOtherAircraft } from '@amks/language/applicability/other-aircraft.js';
import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import { follows, stepMarker } from '@amks/reader/notices/markers.js';
import type { TaskPart } from '@amks/reader/tasks/task.types.js';
import type { Verdict, VerdictReason } from '../applicability/dto/verdicts.js';
import type { AircraftVerdicts, RevisionEffectivity } from '../applicability/applicability.service.js';

/** Whether something applies to an aircraft. `statements` are those that exclude it, or that leave it open. */
export interface StepVerdict {
  verdict: Verdict;
  reason: VerdictReason;
  statements: string[];
}

/** Lines that by the custom of their manuals hold up to the next such line, across steps. */
const UP_TO_NEXT = /^[^\p{L}\p{N}]*(?:ON A\/C|EFFECTIVITY|APPLICABILITY)(?!.*:\s*$)/iu;
const CELL_NUMBER = /^\d{1,3}[A-Za-z]?\.? \| /;

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
 * about a sentence, so it leaves out nothing. What cannot be attributed to a statement with certainty is unknown, and is printed.
 */
export function verdictsOfParts(
  verdicts: AircraftVerdicts,
  revision: RevisionEffectivity,
  task: { last_page: number; effectivity: readonly Effectivity[]; parts: readonly DecidedPart[] },
): StepVerdict[] {
  const whole = verdictOfTask(verdicts, revision, task);
  const reach = new StatementReach();
  return task.parts.map((part) => {
    const { inForce, unclear } = reach.enter(part);
    const own = decide(verdicts, revision, part.page_number, inForce);
    if (whole.verdict === 'not_applicable') return whole;
    if (own.verdict !== 'applicable') return own;
    if (whole.verdict === 'unknown' && whole.reason !== 'no_statement') return whole;
    return unclear.length === 0 ? own : { verdict: 'unknown', reason: 'ambiguous', statements: unclear };
  });
}

type DecidedPart = Pick<TaskPart, 'page_number' | 'start' | 'end' | 'text' | 'effectivity' | 'kind' | 'level'>;

/** Tells which statements in force in a part are about all of it. */
class StatementReach {
  /** With which a step begins. */
  private readonly whole = new Set<string>();
  /** Of steps that continue with other aircraft: their sub-steps can be of either. */
  private readonly mixed = new Set<string>();
  /** Of lines between steps, with the level of the step before them. */
  private readonly between = new Map<string, number>();
  private readonly doubtful = new Set<string>();
  private level = 0;
  /** Statements of the last step or heading with a statement, and its number. */
  private last: { keys: string[]; number: string } | null = null;
  /** Whether the part before is left out or kept together with its step. */
  private isBelow = false;

  enter(part: DecidedPart): { inForce: Effectivity[]; unclear: string[] } {
    const { kind, effectivity = [] } = part;
    const own = effectivity.filter((one) => isInside(part, one));
    if (kind === 'step' || kind === 'heading') this.enterNumber(part, own);
    if (kind === 'step') this.enterStep(part, own);
    else if (kind === 'heading') this.enterHeading(part, own);
    else if (kind === 'text') this.enterLine(part, own);
    const isBullet = kind === 'text' && stepMarker(part.text)?.style === '•';
    const isOfStep = kind === 'step' || isNotice(kind) || (isBullet && this.isBelow);
    if (!isNotice(kind)) this.isBelow = isOfStep;
    const inForce = effectivity.map((one): Effectivity => {
      const key = keyOf(one);
      if (this.doubtful.has(key)) return { ...one, reach: 'block' };
      return this.whole.has(key) && isOfStep ? { ...one, reach: 'section' } : one;
    });
    const unclear = effectivity.filter((one) => this.mixed.has(keyOf(one)) && !own.includes(one));
    return { inForce, unclear: [...new Set(unclear.map(({ value }) => value))] };
  }

  /** A next number is that of a step of the same level, even if the reader took it for a sub-step: `2)` after `(1)`. */
  private enterNumber({ text }: DecidedPart, own: readonly Effectivity[]): void {
    const number = stepMarker(text)?.number;
    if (this.last && number !== undefined && follows(number, this.last.number))
      for (const key of this.last.keys) this.doubtful.add(key);
    this.last = own.length > 0 && number !== undefined ? { keys: own.map(keyOf), number } : null;
  }

  private enterStep({ text, start, level = 1, effectivity = [] }: DecidedPart, own: readonly Effectivity[]): void {
    for (const key of effectivity.map(keyOf)) if (level <= (this.between.get(key) ?? 0)) this.doubtful.add(key);
    this.level = level;
    const [first, ...others] = own;
    if (!first) return;
    const marker = stepMarker(text)?.length ?? CELL_NUMBER.exec(text)?.[0].length ?? 0;
    const isFirst = !/[\p{L}\p{N}]/u.test(text.slice(marker, first.start - start));
    const isMixed = others.length > 0 || namesOtherAircraft(text.slice(first.end - start));
    if (isFirst && !isMixed) this.whole.add(keyOf(first));
    if (isMixed) for (const one of own) this.mixed.add(keyOf(one));
  }

  private enterHeading({ text, start }: DecidedPart, own: readonly Effectivity[]): void {
    this.level = 0;
    for (const one of own) if (namesOtherAircraft(text.slice(one.end - start))) this.doubtful.add(keyOf(one));
  }

  /** `For aircraft MSN 200-300:` between steps ends with the next step of the numbering before it, or later. */
  private enterLine({ text }: DecidedPart, own: readonly Effectivity[]): void {
    if (this.level === 0 || UP_TO_NEXT.test(text)) return;
    for (const one of own) if (one.reach === 'section') this.between.set(keyOf(one), this.level);
  }
}

function isInside({ page_number, start, end }: DecidedPart, one: Effectivity): boolean {
  return one.reach !== 'page' && one.page_number === page_number && one.start >= start && one.start < end;
}

function isNotice(kind: DecidedPart['kind']): boolean {
  return kind === 'warning' || kind === 'caution' || kind === 'note';
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
