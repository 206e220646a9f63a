import { isAnyAircraft } from '@amks/language/aircraft/designators.js';
import {
  evaluate,
  type AircraftFacts,
  type Expression,
  type TermResult,
} from '@amks/language/applicability/expression.js';
import { readStatement } from '@amks/language/applicability/statement.js';
import type { Effectivity } from '@amks/language/facts/passage-facts.js';

export const VERDICTS = ['applicable', 'not_applicable', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a verdict is as it is. All but `decided` leave it unknown. */
export const VERDICT_REASONS = [
  'decided',
  'no_statement',
  'not_understood',
  'contradictory',
  'ambiguous',
  'not_recorded',
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];

export const STATEMENT_SCOPES = ['aircraft_type', 'revision', 'page', 'section', 'block'] as const;
export type StatementScope = (typeof STATEMENT_SCOPES)[number];

/** A statement with its verdict, and the terms that led to it. Offsets are into the text of the page. */
export interface DecidedStatement {
  statement: string;
  scope: StatementScope;
  page_number: number | null;
  start: number | null;
  end: number | null;
  verdict: Verdict;
  reason: VerdictReason;
  terms: TermResult[];
}

export interface Decision {
  verdict: Verdict;
  reason: VerdictReason;
  statements: DecidedStatement[];
}

/** What tells whether a revision applies. */
export interface RevisionEffectivity {
  /** Of the document. */
  aircraft_type: string;
  /** The publisher's words; null without a statement. */
  effectivity: string | null;
}

/** Characters between lines that stand together: `**ON A/C 101-120` above `**ON A/C 121-124`. */
const ADJACENT = 4;

/** Whether a revision applies to an aircraft: by the document's aircraft type, and by its effectivity. */
export function decideRevision(aircraft: AircraftFacts, { aircraft_type, effectivity }: RevisionEffectivity): Decision {
  const expression: Expression = isAnyAircraft(aircraft_type)
    ? { kind: 'all', text: aircraft_type }
    : { kind: 'model', names: [aircraft_type], isCertain: true, text: aircraft_type };
  const type = decided(aircraft_type, 'aircraft_type', { expression }, aircraft);
  if (effectivity === null) {
    const isOther = type.verdict === 'not_applicable';
    return isOther ? together([type]) : { verdict: 'unknown', reason: 'no_statement', statements: [type] };
  }
  return together([type, decided(effectivity, 'revision', readStatement(effectivity), aircraft)]);
}

/** Whether a passage applies: the revision, and every statement in force in the passage. */
export function decidePassage(
  aircraft: AircraftFacts,
  revision: Decision,
  inForce: readonly Effectivity[] = [],
): Decision {
  const own = inForce.map((one) => ({
    ...decided(one.value, one.reach, readStatement(one.value), aircraft),
    ...{ page_number: one.page_number, start: one.start, end: one.end },
  }));
  if (own.length === 0) return revision;
  // Of a revision without a statement, those of its parts decide.
  const decision = together([...revision.statements, ...own]);
  if (revision.verdict === 'not_applicable' || !disagreeOnAdjacentLines(inForce, own)) return decision;
  return { ...decision, verdict: 'unknown', reason: 'ambiguous' };
}

/** Of a page with passages that differ: applicable if one applies and none is unknown. */
export function decidePage(decisions: readonly Decision[]): Decision {
  const verdicts = decisions.map(({ verdict }) => verdict);
  const statements = [...new Map(decisions.flatMap((one) => one.statements).map((one) => [keyOf(one), one])).values()];
  const verdict = verdicts.includes('unknown')
    ? 'unknown'
    : verdicts.includes('applicable')
      ? 'applicable'
      : 'not_applicable';
  const reason = decisions.find((one) => one.verdict === verdict)?.reason ?? 'decided';
  return { verdict, reason, statements };
}

function keyOf({ scope, page_number, start, statement }: DecidedStatement): string {
  return JSON.stringify([scope, page_number, start, statement]);
}

function decided(
  statement: string,
  scope: StatementScope,
  read: ReturnType<typeof readStatement>,
  aircraft: AircraftFacts,
): DecidedStatement {
  const place = { statement, scope, page_number: null, start: null, end: null };
  if ('reason' in read) return { ...place, verdict: 'unknown', reason: read.reason, terms: [] };
  const terms: TermResult[] = [];
  const holds = evaluate(read.expression, aircraft, terms);
  if (holds !== null) return { ...place, verdict: holds ? 'applicable' : 'not_applicable', reason: 'decided', terms };
  const isRecorded = terms.every((term) => term.holds !== null);
  return { ...place, verdict: 'unknown', reason: isRecorded ? 'ambiguous' : 'not_recorded', terms };
}

/** All statements must hold. */
function together(statements: DecidedStatement[]): Decision {
  const open = statements.find(({ verdict }) => verdict === 'unknown');
  if (statements.some(({ verdict }) => verdict === 'not_applicable'))
    return { verdict: 'not_applicable', reason: 'decided', statements };
  return open
    ? { verdict: 'unknown', reason: open.reason, statements }
    : { verdict: 'applicable', reason: 'decided', statements };
}

/** Such lines can be alternatives, or conditions. */
function disagreeOnAdjacentLines(inForce: readonly Effectivity[], own: readonly DecidedStatement[]): boolean {
  return inForce.some((one, index) => {
    const before = inForce[index - 1];
    return (
      before !== undefined &&
      before.page_number === one.page_number &&
      Math.abs(one.start - before.end) <= ADJACENT &&
      own[index]!.verdict !== own[index - 1]!.verdict
    );
  });
}
