import type { Expression } from './expression.js';
import { ContradictoryStatement } from './numbers.js';
import { sharedFirst, sharedLast, withLastAlone } from './sharing.js';

/** What terms are about. Terms of one class are alternatives, terms of several classes are conditions. */
type TermClass = 'all' | 'number' | 'model' | 'engine' | 'configuration' | 'modification';

export interface Item {
  expression: Expression;
  classes: readonly TermClass[];
  /** In brackets: no word outside belongs to a part of it. */
  isClosed?: true;
  /** What signs join, and these signs. */
  parts?: readonly Item[];
  seams?: readonly Joint[];
}

/** How two items are joined; `next` without any sign. */
export type Joint = 'next' | 'line' | 'comma' | 'and' | 'or' | 'semicolon';

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
    const all = groups.some((group) => group === null) ? null : conditions(groups as Item[]);
    return all && either(any, all);
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
  const item = groups.length === 1 ? groups[0]! : merged(groups, seams);
  return item && groups.length > 1 ? { ...item, parts: groups, seams } : item;
}

function merged(groups: readonly Item[], seams: readonly Joint[]): Item | null {
  const runs: { items: Item[]; seams: Joint[] }[] = [];
  let isEither = false;
  for (const [index, group] of groups.entries()) {
    const run = runs.at(-1);
    const before = run?.items.at(-1);
    const seam = seams[index - 1]!;
    if (before && before.classes.join() === group.classes.join()) {
      run!.items.push(group);
      run!.seams.push(seam);
      continue;
    }
    // `MSN 110 and TR46-300`: an aircraft that is both, or each of them. In lines, a model follows as the next one.
    if (before && isSubject(group)) isEither ||= seam === 'and' || beginsNext(before, group, seam);
    runs.push({ items: [group], seams: [] });
  }
  const parts = runs.map((run) => ofOneClass(run.items, run.seams));
  if (parts.length === 1) return parts[0]!;
  const classes = parts.flatMap((one) => one.classes.filter((name) => name !== 'all'));
  if (new Set(classes).size !== classes.length) return continued(parts) ?? repeating(parts);
  const all = conditions(parts);
  // `post SB … and MSN 120`: both, or one of them.
  return all && (isEither || isOfClass(parts[0]!, 'modification')) ? either(all, alternatives(parts)) : all;
}

/** All at once: readings of readings would double with each item. */
function ofOneClass(items: readonly Item[], seams: readonly Joint[]): Item {
  if (items.length === 1) return items[0]!;
  const any = alternatives(items);
  if (isOfClass(items[0]!, 'modification')) {
    const all = conditions(items)!;
    return seams.every((seam) => seam === 'and') ? all : either(any, all);
  }
  // `MSN 110, L/N 12` can be one aircraft or two, `TX40-1 engines and TX40-2 engines` on one aircraft or on two.
  const properties = new Set(items.map(({ expression }) => propertiesOf(expression)));
  const isOpen = isOfClass(items[0]!, 'engine') ? seams.includes('and') : isOfClass(items[0]!, 'number') && properties.size > 1; // prettier-ignore
  if (isOpen) return either(any, { ...any, expression: { kind: 'all_of', of: items.map(({ expression }) => expression) } }); // prettier-ignore
  return any;
}

function either(one: Item, other: Item): Item {
  return { ...one, expression: { kind: 'either', of: [one.expression, other.expression] } };
}

function propertiesOf(expression: Expression): string {
  if ('of' in expression) return [...new Set(expression.of.map(propertiesOf))].sort().join();
  return expression.kind === 'numbers' ? String(expression.property) : expression.kind;
}

/** `TR46-200 pre SB … and post SB …`: one more condition, or what stands alone. */
function continued(items: readonly Item[]): Item | null {
  const more = items.findIndex((item, index) => index > 0 && isOfClass(item, 'modification') && items[index - 1]!.classes.includes('modification')); // prettier-ignore
  const all = more > 0 ? conditions(items) : null;
  return all && either(all, alternatives(items));
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

function isOfClass({ classes }: Item, name: TermClass): boolean {
  return classes.length === 1 && classes[0] === name;
}

/** What can be listed, rather than be a condition on it. */
function isSubject({ classes }: Item): boolean {
  return !classes.includes('modification') && !classes.includes('engine');
}

/** Models come first: a model behind a number, in a new line, is that of the next ones. */
function beginsNext(before: Item, group: Item, seam: Joint): boolean {
  return isOfClass(group, 'model') && !isOfClass(before, 'model') && (seam !== 'comma' || isOfClass(before, 'configuration')); // prettier-ignore
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
  const all: Expression = { kind: 'all_of', of };
  const other = withLastAlone(items);
  const names = [...new Set(items.flatMap((one) => one.classes))];
  return { expression: other ? { kind: 'either', of: [all, other] } : all, classes: names };
}

export function alternatives(parts: readonly Item[]): Item {
  const any: Expression = { kind: 'any_of', of: parts.map(({ expression }) => expression) };
  const classes = [...new Set(parts.flatMap((part) => part.classes))];
  const shared = sharedLast(parts) ?? sharedFirst(parts);
  return { expression: shared ? { kind: 'either', of: [any, shared] } : any, classes };
}
