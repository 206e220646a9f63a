import { isAnyAircraft } from '@amks/language/aircraft/designators.js';
import {
  evaluate,
  type AircraftFacts,
  type Expression,
  type TermResult,
} from '@amks/language/applicability/expression.js';
import { MAX_IN_FORCE } from '@amks/reader/facts/effectivity-reach.js';
import { readStatement } from '@amks/language/applicability/statement.js';
import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { StatementScope, Verdict, VerdictReason } from './dto/verdicts.js';

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
  document_type: string;
  /** Of the document. */
  aircraft_type: string;
  /** The publisher's words; null without a statement. */
  effectivity: string | null;
}

/** What tells whether a passage applies. Offsets are into the text of its page. */
export interface PassageEffectivity {
  page_number: number;
  start: number;
  in_force: readonly Effectivity[];
}

/** Documents whose serial numbers are those of components. */
const OF_COMPONENTS: readonly string[] = ['CMM', 'EMM'];
/** Characters between statements of one level that can stand together: `ON A/C 101-120` above `ON A/C 121-124`. */
const NEAR = 200;

const noStatement = { verdict: 'unknown', reason: 'no_statement' } as const;

/** Decides for one aircraft whether texts apply to it. Statements that repeat are read once. */
export class AircraftVerdicts {
  private readonly known = new Map<string, DecidedStatement>();

  constructor(private readonly aircraft: AircraftFacts) {}

  /** By the document's aircraft type, and by the effectivity of the revision. */
  ofRevision(revision: RevisionEffectivity): Decision {
    const { aircraft_type, effectivity } = revision;
    const expression: Expression = isAnyAircraft(aircraft_type)
      ? { kind: 'all', text: aircraft_type }
      : { kind: 'model', names: [aircraft_type], isCertain: true, text: aircraft_type };
    const type = decided(aircraft_type, 'aircraft_type', { expression }, this.aircraft);
    if (effectivity !== null) return together([type, this.decide(effectivity, 'revision', revision)]);
    const isOther = type.verdict === 'not_applicable';
    return isOther ? together([type]) : { ...noStatement, statements: [type] };
  }

  /**
   * By the revision and every statement in force in the passage. Of a revision without a statement, those of its parts decide. A
   * statement about a part of the passage never excludes the whole.
   */
  ofPassage(revision: RevisionEffectivity, passage: PassageEffectivity): Decision {
    const whole = this.ofRevision(revision);
    const { in_force } = passage;
    if (in_force.length === 0 || whole.verdict === 'not_applicable') return whole;
    const own = in_force.map((one) => ({
      ...this.decide(one.value, one.reach, revision),
      ...{ page_number: one.page_number, start: one.start, end: one.end },
    }));
    const decision = together([...whole.statements, ...own]);
    const isPartial = partialIn(passage);
    const excludes = (isPart: boolean): boolean =>
      own.some(({ verdict }, index) => verdict === 'not_applicable' && isPartial(in_force[index]!) === isPart);
    const isUncertain =
      in_force.length >= MAX_IN_FORCE || disagree(in_force, own) || (excludes(true) && !excludes(false));
    if (isUncertain) return { ...decision, verdict: 'unknown', reason: 'ambiguous' };
    // Nothing is stated of the rest of the passage.
    const isStated = whole.reason !== 'no_statement' || !in_force.every(isPartial);
    return isStated || decision.verdict !== 'applicable' ? decision : { ...decision, ...noStatement };
  }

  /** Of one statement of a document, without what else is stated. */
  ofStatement(statement: string, scope: StatementScope, revision: RevisionEffectivity): Verdict {
    return this.decide(statement, scope, revision).verdict;
  }

  private decide(
    statement: string,
    scope: StatementScope,
    { document_type, aircraft_type }: RevisionEffectivity,
  ): DecidedStatement {
    // Serial numbers of components, or of any type, are not those of the airframe.
    const isOther = OF_COMPONENTS.includes(document_type) || isAnyAircraft(aircraft_type);
    const key = JSON.stringify([isOther, scope, statement]);
    const known = this.known.get(key);
    if (known) return known;
    const aircraft = isOther ? { ...this.aircraft, serial_number: null, line_number: null } : this.aircraft;
    const result = decided(statement, scope, readStatement(statement), aircraft);
    this.known.set(key, result);
    return result;
  }
}

/** Whether a statement is about a part of the passage only. */
function partialIn({ page_number, start, in_force }: PassageEffectivity): (one: Effectivity) => boolean {
  const isInside = (one: Effectivity): boolean => one.page_number === page_number && one.start > start;
  // A statement inside the passage ends the section before it.
  const endsOthers = in_force.some(isInside);
  return (one) => one.reach === 'block' || (one.reach === 'section' && (endsOthers || isInside(one)));
}

/** Whether statements of one level that stand near each other disagree: they can be alternatives, or conditions. */
function disagree(inForce: readonly Effectivity[], own: readonly DecidedStatement[]): boolean {
  return inForce.some((one, index) => {
    const before = inForce[index - 1];
    if (!before || before.reach !== one.reach || own[index]!.verdict === own[index - 1]!.verdict) return false;
    const pages = one.page_number - before.page_number;
    return pages === 1 || (pages === 0 && Math.abs(one.start - before.end) <= NEAR);
  });
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
