import type { Item } from './combination.js';
import type { Expression, Term } from './expression.js';

/** `MSN 1 and MSN 5 post SB …`: the bulletin can be a condition of both. */
export function sharedLast(parts: readonly Item[]): Expression | null {
  const last = parts.at(-1)!;
  const others = parts.slice(0, -1);
  if (last.isClosed || last.expression.kind !== 'all_of' || !areNarrower(others, last)) return null;
  const [own, ...more] = last.expression.of;
  const any: Expression = { kind: 'any_of', of: [...others.map(({ expression }) => expression), own!] };
  return { kind: 'all_of', of: [any, ...more] };
}

/** `TR46-100 MSN 1, MSN 5`: the model can be a condition of both. */
export function sharedFirst(parts: readonly Item[]): Expression | null {
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

/** `MSN 1 and 5 post SB …`: the bulletin can be a condition of the last alone. Null if only one reading is possible. */
export function withLastAlone(items: readonly Item[]): Expression | null {
  const at = items.findIndex(({ expression }) => isPair(expression));
  const rest = items.slice(at + 1);
  if (at < 0 || rest.length === 0 || rest.some(({ isClosed }) => isClosed)) return null;
  const [others, last] = apart(items[at]!.expression as Term)!;
  const alone: Expression = { kind: 'all_of', of: [last, ...rest.map(({ expression }) => expression)] };
  const before = items.slice(0, at).map(({ expression }) => expression);
  return { kind: 'all_of', of: [...before, { kind: 'any_of', of: [others, alone] }] };
}

/** A list that ends in `and 5`, without the word for what it lists. */
function isPair(expression: Expression): boolean {
  return (
    'text' in expression &&
    /(?:&|[ ,](?:AND|OR)[ ])[^,]*\d[A-Z]{0,3}$/u.test(expression.text) &&
    apart(expression) !== null
  );
}

function apart(term: Term): [Term, Term] | null {
  if (term.kind === 'numbers' && term.ranges.length > 1)
    return [
      { ...term, ranges: term.ranges.slice(0, -1) },
      { ...term, ranges: term.ranges.slice(-1) },
    ];
  if (term.kind === 'model' && term.names.length > 1)
    return [
      { ...term, names: term.names.slice(0, -1) },
      { ...term, names: term.names.slice(-1) },
    ];
  return null;
}
