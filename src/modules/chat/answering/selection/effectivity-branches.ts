import { areDisjoint } from '@amks/language/applicability/disjoint.js';
import type { Expression } from '@amks/language/applicability/expression.js';
import { readStatement } from '@amks/language/applicability/statement.js';
import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { Candidate } from './candidates.js';

/** A unit and its passage. */
type Place = Pick<Candidate, 'unit' | 'passage'>;

interface Stated {
  text: string;
  expression: Expression;
}

/** Whether no aircraft has both units, by the effectivity statements in force in them. */
export function excludeEachOther(one: Place, other: Place): boolean {
  const others = statedAt(other);
  return statedAt(one).some((a) => others.some((b) => areDisjoint(a.expression, b.expression)));
}

/** The narrowest statement of a unit that excludes all others; null without one. */
export function statementApart(place: Place, others: readonly Place[]): string | null {
  const stated = statedAt(place).findLast(({ expression }) =>
    others.every((other) => statedAt(other).some((one) => areDisjoint(expression, one.expression))),
  );
  return stated?.text ?? null;
}

/** The units without those that a statement excludes which the question repeats, as the option of a clarification. */
export function ofStatedBranch<T extends Place>(question: string, places: readonly T[]): T[] {
  const asked = squeeze(question);
  const named = places.flatMap(statedAt).filter(({ text }) => asked.includes(squeeze(text)));
  return places.filter((place) =>
    statedAt(place).every((one) => !named.some((other) => areDisjoint(one.expression, other.expression))),
  );
}

/** The statements in force in a unit that are understood, the widest first. */
function statedAt({ unit, passage }: Place): Stated[] {
  const start = passage.start + unit.start;
  const end = passage.start + unit.end;
  const isInForce = (one: Effectivity): boolean => {
    const isHere = one.page_number === passage.page_number && one.start >= passage.start;
    if (!isHere) return true;
    if (one.reach !== 'block') return one.start < end;
    const isOwn = one.start >= start && one.start < end;
    return isOwn || unit.leadIns.some((line) => one.start >= passage.start + line.start && one.start < passage.start + line.end); // prettier-ignore
  };
  const values = (passage.facts.effectivity ?? []).filter(isInForce).map(({ value }) => value);
  return [passage.effectivity ?? [], values].flat().flatMap((text) => {
    const read = readStatement(text);
    return 'reason' in read ? [] : [{ text, expression: read.expression }];
  });
}

function squeeze(text: string): string {
  return text.replace(/\s+/gu, ' ').toUpperCase();
}
