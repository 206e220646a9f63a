import { modificationKey } from '@amks/language/applicability/expression.js';
import type { Aircraft, AircraftVerdicts, Decision } from '../../applicability/applicability.service.js';
import type { Directive } from '../directive.entity.js';
import type { AircraftStanding, DirectiveKind, DirectiveState, StandingBasis } from '../dto/directive-types.js';
import { deferralDue, initialDue, repetitiveDue, type NextDue, type Point } from './due.js';
import type { DirectiveRecord } from './directive-record.entity.js';

export type DirectiveFacts = Pick<
  Directive,
  'id' | 'kind' | 'number' | 'effectivity' | 'aircraft_types' | 'initial_compliance' | 'repetitive_interval'
> & { status: DirectiveState };

/** A directive that ends another one, with what was last recorded of it. */
export interface Terminator {
  id: string;
  kind: DirectiveKind;
  number: string;
  status: DirectiveRecord['status'] | null;
}

/** What is recorded of a directive on an aircraft. */
export interface RecordedFacts {
  latest: DirectiveRecord | null;
  /** The last accomplishment that no later record took back. Hours and cycles are those of the last reading before, if they were left out. */
  embodied: DirectiveRecord | null;
  terminators: Terminator[];
  /** On the effective date, or the last reading before. */
  effective: Point;
}

/** When a directive was last done. */
export interface Accomplishment extends Point {
  evidence: string | null;
  source: 'record' | 'register';
}

/** What a directive is on an aircraft. */
export interface Standing {
  status: AircraftStanding;
  basis: StandingBasis;
  applicability: Decision;
  record: DirectiveRecord | null;
  last_accomplishment: Accomplishment | null;
  terminated_by: string | null;
  /** Null for those that are embodied or not applicable. */
  next_due: NextDue | null;
}

/**
 * What people recorded counts before the register of the aircraft, and that before the effectivity. A repetitive directive stays open after
 * each accomplishment until it is terminated.
 * @param now date of today, and the latest totals
 */
export function standingOf(directive: DirectiveFacts, ...facts: Facts): Standing {
  const standing = inForce(directive, ...facts);
  const isOver = directive.status !== 'in_force' && standing.next_due !== null && standing.basis !== 'contradictory';
  return isOver ? { ...standing, status: 'not_applicable', basis: 'not_in_force', next_due: null } : standing;
}

type Facts = [recorded: RecordedFacts, aircraft: Aircraft, verdicts: AircraftVerdicts, now: Point];

function inForce(
  directive: DirectiveFacts,
  recorded: RecordedFacts,
  aircraft: Aircraft,
  verdicts: AircraftVerdicts,
  now: Point,
): Standing {
  const { latest, embodied, terminators, effective } = recorded;
  const applicability = decisionOf(directive, verdicts);
  const registered = registeredOf(aircraft, directive);
  const last = lastOf(embodied, latest, registered);
  const terminator = terminators.find((one) => isEmbodied(one, aircraft));
  const base = { applicability, record: latest, last_accomplishment: last, terminated_by: terminator?.id ?? null };
  const { repetitive_interval: repeats, initial_compliance: initial } = directive;
  const done = (status: AircraftStanding, basis: StandingBasis): Standing => ({
    ...base,
    status,
    basis,
    next_due: null,
  });
  const isRepeated = repeats !== null && embodied?.terminates !== true;
  const next = last && repeats ? repetitiveDue(repeats, last, now) : initialDue(initial, effective, now);
  const open = (basis: StandingBasis): Standing => ({ ...base, status: 'open', basis, next_due: next });

  const isContradictory =
    registered?.status === 'not_embodied'
      ? embodied !== null
      : registered?.status === 'embodied' && latest?.status === 'open';
  if (isContradictory) return { ...base, status: 'unknown', basis: 'contradictory', next_due: next };
  if (latest?.status === 'not_applicable') return done('not_applicable', 'record');
  if (terminator) return done('embodied', 'terminated');
  if (latest?.status === 'deferred') {
    const due = deferralDue(latest, now);
    const status = due.overdue === true ? 'open' : 'deferred';
    return { ...base, status, basis: due.overdue === true ? 'deferral_expired' : 'record', next_due: due };
  }
  if (embodied) return isRepeated ? open('record') : done('embodied', 'record');
  if (last) return isRepeated ? open('register') : done('embodied', 'register');
  if (applicability.verdict === 'not_applicable') return done('not_applicable', 'statement');
  if (applicability.verdict === 'unknown') return { ...base, status: 'unknown', basis: 'statement', next_due: next };
  return open('statement');
}

/** For one of its aircraft types. Without types, the effectivity alone decides. */
function decisionOf({ kind, aircraft_types, effectivity }: DirectiveFacts, verdicts: AircraftVerdicts): Decision {
  const document_type = kind === 'service_bulletin' ? 'SB' : 'AD';
  const types = aircraft_types.length > 0 ? aircraft_types : ['GENERAL'];
  const decisions = types.map((aircraft_type) => verdicts.ofRevision({ document_type, aircraft_type, effectivity }));
  const first = (verdict: Decision['verdict']): Decision | undefined =>
    decisions.find((one) => one.verdict === verdict);
  return first('applicable') ?? first('unknown') ?? decisions[0]!;
}

const KINDS: Readonly<Record<DirectiveKind, string>> = { airworthiness_directive: 'AD', service_bulletin: 'SB' };

function registeredOf(
  aircraft: Aircraft,
  { kind, number }: Pick<Directive, 'kind' | 'number'>,
): Aircraft['modifications'][number] | null {
  const key = modificationKey(number);
  const found = aircraft.modifications.find((one) => one.kind === KINDS[kind] && modificationKey(one.number) === key);
  return found ?? null;
}

function lastOf(
  embodied: DirectiveRecord | null,
  latest: DirectiveRecord | null,
  registered: Aircraft['modifications'][number] | null,
): Accomplishment | null {
  if (embodied) {
    const { date, flight_hours, flight_cycles, evidence } = embodied;
    return { date, flight_hours, flight_cycles, evidence, source: 'record' };
  }
  if (registered?.status !== 'embodied' || latest?.status === 'open') return null;
  const { date, evidence } = registered;
  return { date, flight_hours: null, flight_cycles: null, evidence, source: 'register' };
}

/** A record counts before the register. */
function isEmbodied({ status, ...named }: Terminator, aircraft: Aircraft): boolean {
  return status === null ? registeredOf(aircraft, named)?.status === 'embodied' : status === 'embodied';
}
