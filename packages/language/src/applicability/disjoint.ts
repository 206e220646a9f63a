import type { Expression, Term } from './expression.js';
import { coversModel } from './names.js';
import { overlaps, type NumberRange } from './ranges.js';

/** Whether no aircraft can be in both. False in doubt. */
export function areDisjoint(one: Expression, other: Expression): boolean {
  if (one.kind === 'not' || other.kind === 'not') return false;
  if (one.kind === 'all_of') return one.of.some((part) => areDisjoint(part, other));
  if (other.kind === 'all_of') return other.of.some((part) => areDisjoint(one, part));
  if ('of' in one) return one.of.every((part) => areDisjoint(part, other));
  if ('of' in other) return other.of.every((part) => areDisjoint(one, part));
  return areOpposed(one, other);
}

function areOpposed(one: Term, other: Term): boolean {
  if (one.kind === 'numbers' && other.kind === 'numbers')
    return one.property === other.property && one.ranges.every((a) => other.ranges.every((b) => areApart(a, b)));
  if (one.kind === 'modification' && other.kind === 'modification')
    return one.type === other.type && one.number === other.number && one.state !== other.state && !isOneRevision(one) && !isOneRevision(other); // prettier-ignore
  if (one.kind === 'model' && other.kind === 'model')
    return one.names.every((a) => other.names.every((b) => coversModel(a, b) === false && coversModel(b, a) === false));
  return false;
}

/** An aircraft without one revision of a bulletin can have another one. */
function isOneRevision({ qualified, state }: Term & { kind: 'modification' }): boolean {
  return qualified && state === 'not_embodied';
}

/** Letters before and behind numbers are ordered by the manufacturer. */
function areApart(one: NumberRange, other: NumberRange): boolean {
  const bounds = [one.from, one.to, other.from, other.to].filter((bound) => bound !== null);
  const isPlain = bounds.every(({ prefix, suffix }) => prefix === bounds[0]!.prefix && suffix === '');
  return isPlain && one.open === undefined && other.open === undefined && !overlaps(one, other);
}
