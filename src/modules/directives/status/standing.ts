import { isAnyAircraft } from '@amks/language/aircraft/designators.js';
import { modificationKey } from '@amks/language/applicability/expression.js';
import { coversEngine, coversModel } from '@amks/language/applicability/names.js';
import type { Aircraft, AircraftVerdicts, Decision } from '../../applicability/applicability.service.js';
import type { Directive } from '../directive.entity.js';
import type { AircraftStanding, DirectiveKind, DirectiveState, StandingBasis } from '../dto/directive-types.js';
import {
  deferralDue,
  earliestOf,
  initialDue,
  repetitiveDue,
  uncertain,
  type NextDue,
  type Now,
  type Point,
} from './due.js';
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

/** The last accomplishment that no later record took back. */
export interface Embodied extends DirectiveRecord {
  /** Units whose recorded total is more than the readings allow. */
  beyond: ('flight_hours' | 'flight_cycles')[];
}

/** What is recorded of a directive on an aircraft. */
export interface RecordedFacts {
  latest: DirectiveRecord | null;
  /** Hours and cycles are at most those of the first reading since, and those of the last reading before if they were left out. */
  embodied: Embodied | null;
  terminators: Terminator[];
  /** Before the effective date. */
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
  /** A directive whose embodiment ended this one, or may have ended it. */
  terminated_by: string | null;
  /** Null for those that are embodied or not applicable. */
  next_due: NextDue | null;
  /** Of a deferred directive. */
  due_if_not_deferred: NextDue | null;
}

const NOTHING_DUE = { next_due: null, due_if_not_deferred: null } as const;

/**
 * What people recorded counts before the register of the aircraft, and that before the effectivity. A repetitive directive stays open after
 * each accomplishment until it is terminated.
 */
export function standingOf(directive: DirectiveFacts, ...facts: Facts): Standing {
  const standing = inForce(directive, ...facts);
  const isOver = directive.status !== 'in_force' && standing.next_due !== null && standing.basis !== 'contradictory';
  return isOver ? { ...standing, status: 'not_applicable', basis: 'not_in_force', ...NOTHING_DUE } : standing;
}

type Facts = [recorded: RecordedFacts, aircraft: Aircraft, verdicts: AircraftVerdicts, now: Now];

function inForce(directive: DirectiveFacts, ...facts: Facts): Standing {
  const standing = withoutTerminators(directive, ...facts);
  const [{ terminators }, aircraft] = facts;
  const ended = (is: Embodiment): Terminator | undefined =>
    terminators.find((one) => embodimentOf(one, aircraft) === is);
  const terminator = ended('embodied');
  const isDecided = standing.basis === 'contradictory' || isByRecord(standing);
  if (terminator) {
    const base = { ...standing, terminated_by: terminator.id };
    return isDecided ? base : { ...base, status: 'embodied', basis: 'terminated', ...NOTHING_DUE };
  }
  const disputed = ended('contradictory');
  if (!disputed || !standing.next_due || directive.status !== 'in_force') return standing;
  const next_due = uncertain(standing.next_due);
  return { ...standing, status: 'unknown', basis: 'contradictory', terminated_by: disputed.id, next_due };
}

/** Whether a person found it not applicable. */
function isByRecord({ status, basis }: Standing): boolean {
  return status === 'not_applicable' && basis === 'record';
}

function withoutTerminators(
  directive: DirectiveFacts,
  recorded: RecordedFacts,
  aircraft: Aircraft,
  verdicts: AircraftVerdicts,
  latestTotals: Now,
): Standing {
  const { latest, embodied } = recorded;
  const isComponent = isOfComponent(directive, aircraft);
  const now = isComponent ? { ...withoutTotals(latestTotals), isComponent } : latestTotals;
  const countedFrom = <T extends Point>(point: T): T => (isComponent ? withoutTotals(point) : point);
  const applicability = decisionOf(directive, aircraft, verdicts);
  const registered = registeredOf(aircraft, directive);
  const last = lastOf(embodied, latest, registered);
  const { repetitive_interval: repeats, initial_compliance: compliance } = directive;
  const base = {
    applicability,
    record: latest,
    last_accomplishment: last,
    terminated_by: null,
    due_if_not_deferred: null,
  };
  const done = (status: AircraftStanding, basis: StandingBasis): Standing => ({
    ...base,
    status,
    basis,
    next_due: null,
  });
  const isRepeated = repeats !== null && embodied?.terminates !== true;
  const initial = initialDue(compliance, countedFrom(recorded.effective), now);
  const next =
    last && repeats ? repetitiveDue(repeats, countedFrom({ ...last, beyond: embodied?.beyond ?? [] }), now) : initial;
  const open = (basis: StandingBasis): Standing => ({ ...base, status: 'open', basis, next_due: next });

  const isContradictory =
    registered?.status === 'not_embodied'
      ? embodied !== null
      : registered?.status === 'embodied' && latest?.status === 'open';
  if (isContradictory) {
    return { ...base, status: 'unknown', basis: 'contradictory', next_due: earliestOf(initial, next, now) };
  }
  if (latest?.status === 'not_applicable') return done('not_applicable', 'record');
  if (latest?.status === 'deferred') {
    const due = deferralDue(latest, now);
    const [status, basis] = due.overdue === true ? (['open', 'deferral_expired'] as const) : (['deferred', 'record'] as const); // prettier-ignore
    return { ...base, status, basis, next_due: due, due_if_not_deferred: next };
  }
  if (embodied) return isRepeated ? open('record') : done('embodied', 'record');
  if (last) return isRepeated ? open('register') : done('embodied', 'register');
  if (applicability.verdict === 'not_applicable') return done('not_applicable', 'statement');
  if (applicability.verdict === 'unknown') return { ...base, status: 'unknown', basis: 'statement', next_due: next };
  return open('statement');
}

function withoutTotals<T extends Point>(point: T): T {
  return { ...point, flight_hours: null, flight_cycles: null };
}

/** Whether it names the model of an installed engine, propeller or auxiliary power unit, or may do so. */
function isOfComponent({ aircraft_types }: DirectiveFacts, aircraft: Aircraft): boolean {
  return aircraft_types.some((type) => namesComponent(type, aircraft));
}

function namesComponent(type: string, { aircraft_type, components }: Aircraft): boolean {
  if (type === aircraft_type || isAnyAircraft(type)) return false;
  return components.some(
    ({ model }) =>
      model !== null &&
      [coversModel(type, model), coversModel(model, type), coversEngine(type, model, true)].some((is) => is !== false),
  );
}

/**
 * For one of its aircraft types. Without types, the effectivity alone decides. A type of an installed component is not that of the airframe:
 * it never excludes the aircraft.
 */
function decisionOf(
  { kind, aircraft_types, effectivity }: DirectiveFacts,
  aircraft: Aircraft,
  verdicts: AircraftVerdicts,
): Decision {
  const document_type = kind === 'service_bulletin' ? 'SB' : 'AD';
  const types = aircraft_types.length > 0 ? aircraft_types : ['GENERAL'];
  const decisions = types.map((aircraft_type): Decision => {
    const decision = verdicts.ofRevision({ document_type, aircraft_type, effectivity });
    const isOpen = decision.verdict === 'not_applicable' && namesComponent(aircraft_type, aircraft);
    return isOpen ? { ...decision, verdict: 'unknown', reason: 'ambiguous' } : decision;
  });
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
  embodied: Embodied | null,
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

type Embodiment = 'embodied' | 'not_embodied' | 'contradictory';

/** A record counts before the register, unless one of them says that it was done, and the other that it was not. */
function embodimentOf({ status, ...named }: Terminator, aircraft: Aircraft): Embodiment {
  const registered = registeredOf(aircraft, named)?.status;
  const [done, undone] = [status === 'embodied', status === 'open'];
  if ((done && registered === 'not_embodied') || (undone && registered === 'embodied')) return 'contradictory';
  return done || (status === null && registered === 'embodied') ? 'embodied' : 'not_embodied';
}
