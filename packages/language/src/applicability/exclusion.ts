import { alternatives, type Item } from './combination.js';
import type { Expression } from './expression.js';
import { ContradictoryStatement } from './numbers.js';
import { contains, overlaps, type NumberRange } from './ranges.js';

/**
 * The base without what is excluded; where words leave open what belongs to which, all readings have to agree.
 * Null for an exclusion from nothing.
 * @throws ContradictoryStatement if nothing is left
 */
export function without(base: Item, excluded: Item): Item | null {
  if (base.classes.join() === 'all' && base.expression.kind === 'not') return null;
  if (excluded.expression.kind === 'all') throw new ContradictoryStatement();
  const [some, others] = [rangesOf(base.expression), rangesOf(excluded.expression)];
  if (some && others && some.every((one) => others.some((other) => contains(other, one))))
    throw new ContradictoryStatement();
  const readings = [minus(base.expression, excluded.expression), ...otherReadings(base, excluded, some, others)];
  return { ...base, expression: readings.length === 1 ? readings[0]! : { kind: 'either', of: readings } };
}

function otherReadings(
  base: Item,
  excluded: Item,
  some: readonly NumberRange[] | null,
  others: readonly NumberRange[] | null,
): Expression[] {
  const readings: Expression[] = [];
  const again = excluded.expression;
  // An exclusion from elsewhere belongs to words that were read otherwise.
  if (some && others && !others.every((one) => some.some((other) => overlaps(other, one))))
    readings.push(any(base.expression, again));
  // `TR46-100, TR46-200 except MSN 110`: an exclusion from both, or from the last.
  const last = base.parts?.at(-1);
  if (last && base.expression.kind !== 'all_of') readings.push(any(...base.parts!.slice(0, -1).map(({ expression }) => expression), minus(last.expression, again))); // prettier-ignore
  // `… except MSN 110 except MSN 112`: an exclusion of the exclusion, or one more.
  if (again.kind === 'all_of' && again.of[1]?.kind === 'not')
    readings.push(minus(base.expression, any(again.of[0]!, ...again.of[1].of)));
  // `except MSN 110 post SB …` and `except MSN 110, post SB …`
  else if (!excluded.isClosed && excluded.classes.length > 1 && again.kind === 'all_of')
    readings.push({ kind: 'all_of', of: [base.expression, { kind: 'not', of: [again.of[0]!] }, ...again.of.slice(1)] });
  // `except MSN 110, TR46-300`: both are excluded, or what follows is affected.
  if (excluded.parts && (excluded.classes.length > 1 || some || excluded.seams?.includes('line'))) {
    const [first, ...rest] = excluded.parts;
    readings.push(minus(base.expression, alternatives(excluded.parts).expression));
    readings.push(any(minus(base.expression, first!.expression), alternatives(rest).expression));
  }
  return readings;
}

function minus(base: Expression, excluded: Expression): Expression {
  return { kind: 'all_of', of: [base, { kind: 'not', of: [excluded] }] };
}

function any(...of: Expression[]): Expression {
  return { kind: 'any_of', of };
}

function rangesOf(expression: Expression): NumberRange[] | null {
  if (expression.kind === 'numbers') return expression.ranges;
  if (expression.kind !== 'any_of') return null;
  const inner = expression.of.map(rangesOf);
  return inner.every((one) => one !== null) ? inner.flat() : null;
}
