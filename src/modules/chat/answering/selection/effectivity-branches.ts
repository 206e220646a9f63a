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

/** The units without those that a statement excludes, which the user chose. */
export function ofStatedBranch<T extends Place>(chosen: string | undefined, places: readonly T[]): T[] {
  const read = chosen === undefined ? null : readOnce(chosen);
  if (read === null) return [...places];
  return places.filter((place) => statedAt(place).every((one) => !areDisjoint(one.expression, read)));
}

/** The statements in force in a unit that are understood, the widest first. Empty if they exclude each other: then they are alternatives. */
function statedAt({ unit, passage }: Place): Stated[] {
  const known = statedIn.get(unit);
  if (known) return known;
  const start = passage.start + unit.start;
  const end = passage.start + unit.end;
  const isInForce = (one: Effectivity): boolean => {
    const isHere = one.page_number === passage.page_number && one.start >= passage.start;
    // A running footer follows the text of its page.
    if (!isHere || one.reach === 'page') return true;
    if (one.reach !== 'block') return one.start < end;
    const isOwn = one.start >= start && one.start < end;
    return isOwn || unit.leadIns.some((line) => one.start >= passage.start + line.start && one.start < passage.start + line.end); // prettier-ignore
  };
  const values = (passage.facts.effectivity ?? []).filter(isInForce).map(({ value }) => value);
  const stated = [passage.effectivity ?? [], values].flat().flatMap((text) => {
    const expression = readOnce(text);
    return expression === null ? [] : [{ text, expression }];
  });
  const areAlternatives = stated.some((one, index) =>
    stated.slice(index + 1).some((other) => areDisjoint(one.expression, other.expression)),
  );
  const result = areAlternatives ? [] : stated;
  statedIn.set(unit, result);
  return result;
}

/** A question compares the same units many times. */
const statedIn = new WeakMap<object, Stated[]>();
const MAX_READ = 5_000;
const read = new Map<string, Expression | null>();

function readOnce(text: string): Expression | null {
  const known = read.get(text);
  if (known !== undefined) return known;
  if (read.size >= MAX_READ) read.clear();
  const statement = readStatement(text);
  const expression = 'reason' in statement ? null : statement.expression;
  read.set(text, expression);
  return expression;
}
