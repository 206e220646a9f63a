import type { Expression, NumberRange } from './expression.js';
import { ContradictoryStatement } from './numbers.js';

/** What terms are about. Terms of one class are alternatives, terms of several classes are conditions. */
type TermClass = 'all' | 'number' | 'model' | 'engine' | 'configuration' | 'modification';

export interface Item {
  expression: Expression;
  classes: readonly TermClass[];
  /** In brackets: no word outside belongs to a part of it. */
  isClosed?: true;
}

/** How two items are joined; `next` without any sign. */
export type Joint = 'next' | 'line' | 'comma' | 'and' | 'or' | 'semicolon';

/** @throws ContradictoryStatement if nothing is left */
export function without(base: Item, excluded: Item): Item {
  const [some, others] = [rangesOf(base.expression), rangesOf(excluded.expression)];
  if (excluded.expression.kind === 'all') throw new ContradictoryStatement();
  if (some && others) {
    if (some.every((one) => others.some((other) => contains(other, one)))) throw new ContradictoryStatement();
    // An exclusion from elsewhere belongs to words that were read otherwise.
    if (!others.every((one) => some.some((other) => overlaps(other, one))))
      return { ...base, expression: { kind: 'either', of: [minus(base, excluded), { kind: 'any_of', of: [base.expression, excluded.expression] }] } }; // prettier-ignore
  }
  // `… except MSN 110 except MSN 112`: an exclusion of the exclusion, or one more.
  const again = excluded.expression;
  if (again.kind === 'all_of' && again.of[1]?.kind === 'not') {
    const flat: Expression = { kind: 'not', of: [{ kind: 'any_of', of: [again.of[0]!, ...again.of[1].of] }] };
    return { ...base, expression: { kind: 'either', of: [minus(base, excluded), { kind: 'all_of', of: [base.expression, flat] }] } }; // prettier-ignore
  }
  // `except MSN 110 post SB …` and `except MSN 110, post SB …`
  if (!excluded.isClosed && excluded.classes.length > 1 && again.kind === 'all_of') {
    const [first, ...rest] = again.of;
    const narrowed: Expression = { kind: 'all_of', of: [base.expression, { kind: 'not', of: [first!] }, ...rest] };
    return { ...base, expression: { kind: 'either', of: [minus(base, excluded), narrowed] } };
  }
  return { ...base, expression: minus(base, excluded) };
}

function minus(base: Item, excluded: Item): Expression {
  return { kind: 'all_of', of: [base.expression, { kind: 'not', of: [excluded.expression] }] };
}

function rangesOf(expression: Expression): NumberRange[] | null {
  return expression.kind === 'numbers' ? expression.ranges : null;
}

function contains(one: NumberRange, other: NumberRange): boolean {
  const low = one.from === null || (other.from !== null && one.from.value <= other.from.value);
  const high = one.to === null || (other.to !== null && one.to.value >= other.to.value);
  return low && high;
}

function overlaps(one: NumberRange, other: NumberRange): boolean {
  return (one.from?.value ?? 0) <= (other.to?.value ?? Infinity) && (other.from?.value ?? 0) <= (one.to?.value ?? Infinity); // prettier-ignore
}

/** The items as one, or null if nothing tells how they belong together. */
export function combined(items: readonly Item[], joints: readonly Joint[]): Item | null {
  if (items.length === 0) return null;
  if (joints.includes('or')) {
    const parts = split(items, joints, ['or']).map(([some, between]) => combined(some, between));
    if (parts.some((part) => part === null)) return null;
    const any = alternatives(parts as Item[]);
    if (joints.every((joint) => joint === 'or' || joint === 'next')) return any;
    // `A or B and C`
    const turned = split(items, joints, ['and', 'comma', 'line', 'semicolon']);
    const groups = turned.map(([some, between]) => combined(some, between));
    if (groups.some((group) => group === null)) return null;
    return { ...any, expression: { kind: 'either', of: [any.expression, conditions(groups as Item[])!.expression] } };
  }
  if (joints.includes('semicolon')) {
    const parts = split(items, joints, ['semicolon']).map(([some, between]) => combined(some, between));
    return parts.some((part) => part === null) ? null : joined(parts as Item[], parts.map(() => 'semicolon')); // prettier-ignore
  }
  const groups = split(items, joints, ['and', 'comma', 'line']).map(([some]) => conditions(some));
  if (groups.some((group) => group === null)) return null;
  return joined(groups as Item[], joints.filter((joint) => joint !== 'next')); // prettier-ignore
}

type Part = [items: Item[], joints: Joint[]];

function split(items: readonly Item[], joints: readonly Joint[], at: readonly Joint[]): Part[] {
  const parts: Part[] = [];
  let part: Part = [[], []];
  items.forEach((item, index) => {
    part[0].push(item);
    const joint = joints[index];
    if (joint === undefined || at.includes(joint)) {
      parts.push(part);
      part = [[], []];
    } else part[1].push(joint);
  });
  return parts;
}

/** Items joined by comma, line, semicolon or `and`: of one class alternatives, of several classes conditions. */
function joined(groups: readonly Item[], seams: readonly Joint[]): Item | null {
  const merged: Item[] = [];
  for (const [index, group] of groups.entries()) {
    const before = merged.at(-1);
    if (!before || before.classes.join() !== group.classes.join()) {
      merged.push(group);
      continue;
    }
    if (isModification(group)) {
      const both = conditions([before, group]);
      const any = alternatives([before, group]);
      const isBoth = seams[index - 1] === 'and';
      merged[merged.length - 1] = isBoth ? both! : { ...any, expression: { kind: 'either', of: [both!.expression, any.expression] } }; // prettier-ignore
    } else merged[merged.length - 1] = alternatives([before, group]);
  }
  if (merged.length === 1) return merged[0]!;
  const classes = merged.flatMap((one) => one.classes.filter((name) => name !== 'all'));
  if (new Set(classes).size !== classes.length) return repeating(merged);
  const all = conditions(merged)!;
  if (!isModification(merged[0]!)) return all;
  // `post SB … and MSN 120`: both, or one of them.
  return { ...all, expression: { kind: 'either', of: [all.expression, alternatives(merged).expression] } };
}

/** `TR46-100, MSN 1-20, TR46-200, MSN 21-40`: each begins like the first. */
function repeating(items: readonly Item[]): Item | null {
  if (items.length === 2) return alternatives(items);
  const starts = items.flatMap((item, index) => (item.classes.join() === items[0]!.classes.join() ? [index] : []));
  const parts = starts.map((start, index) => conditions(items.slice(start, starts[index + 1])));
  const classes = parts.map((part) => part?.classes.join());
  const isRegular = parts.length > 1 && classes.every((names) => names !== undefined && names === classes[0]);
  return isRegular ? alternatives(parts as Item[]) : null;
}

function isModification({ classes }: Item): boolean {
  return classes.length === 1 && classes[0] === 'modification';
}

/**
 * Null for two of a class without a sign between them: nothing tells whether they are alternatives.
 * @throws ContradictoryStatement for a modification embodied and not embodied
 */
function conditions(items: readonly Item[]): Item | null {
  if (items.length === 1) return items[0]!;
  const of = items.map(({ expression }) => expression);
  const classes = items.flatMap((one) => one.classes.filter((name) => name !== 'all'));
  const repeated = classes.filter((name, index) => classes.indexOf(name) !== index);
  if (repeated.some((name) => name !== 'modification')) return null;
  const states = new Map<string, string>();
  for (const one of of.flatMap((inner) => (inner.kind === 'all_of' ? inner.of : [inner]))) {
    if (one.kind !== 'modification') continue;
    if ((states.get(one.number) ?? one.state) !== one.state) throw new ContradictoryStatement();
    states.set(one.number, one.state);
  }
  return { expression: { kind: 'all_of', of }, classes: [...new Set(items.flatMap((one) => one.classes))] };
}

function alternatives(parts: readonly Item[]): Item {
  const any: Expression = { kind: 'any_of', of: parts.map(({ expression }) => expression) };
  const classes = [...new Set(parts.flatMap((part) => part.classes))];
  const shared = sharedLast(parts) ?? sharedFirst(parts);
  return { expression: shared ? { kind: 'either', of: [any, shared] } : any, classes };
}

/** `MSN 1 and MSN 5 post SB …`: the bulletin can be a condition of both. */
function sharedLast(parts: readonly Item[]): Expression | null {
  const last = parts.at(-1)!;
  const others = parts.slice(0, -1);
  if (last.isClosed || last.expression.kind !== 'all_of' || !areNarrower(others, last)) return null;
  const [own, ...more] = last.expression.of;
  const any: Expression = { kind: 'any_of', of: [...others.map(({ expression }) => expression), own!] };
  return { kind: 'all_of', of: [any, ...more] };
}

/** `TR46-100 MSN 1, MSN 5`: the model can be a condition of both. */
function sharedFirst(parts: readonly Item[]): Expression | null {
  const [first, ...others] = parts;
  if (first!.isClosed || first!.expression.kind !== 'all_of' || !areNarrower(others, first!)) return null;
  const [own, ...more] = first!.expression.of;
  const rest: Expression[] = [{ kind: 'all_of', of: more }, ...others.map(({ expression }) => expression)];
  return { kind: 'all_of', of: [own!, { kind: 'any_of', of: rest }] };
}

function areNarrower(parts: readonly Item[], than: Item): boolean {
  return parts.every(
    ({ classes }) => classes.length < than.classes.length && classes.every((name) => than.classes.includes(name)),
  );
}
