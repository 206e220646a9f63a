import { lowered, onTheLine, raised } from './raised-text.js';

/** Formulas on one line, from OMML or MathML. Operands may contain superscripts and subscripts. */

const SIMPLE = /^(?:[\p{L}\p{N}.,°′″%∞]*|\([^()]*\)|\[[^[\]]*\])$/u;

/** `1/2` (after a number ` 1/2`), else `a/b` or `(a+b)/(c)`. */
export function fraction(above: string, below: string): string {
  if (/^\d+$/.test(above) && /^\d+$/.test(below)) return `${raised(above)}/${lowered(below)}`;
  return `${grouped(above)}/${grouped(below)}`;
}

/** `10⁵`, `(a+b)²`, `x^(n/2)` */
export function power(base: string, exponent: string): string {
  return grouped(base) + raised(exponent.trim());
}

/** `p₁`, `T_max` */
export function index(base: string, below: string): string {
  return grouped(base) + lowered(below.trim());
}

/** `√(2)`, `∛(x)`, `ⁿ√(x)` */
export function root(radicand: string, degree = ''): string {
  const sign = { '': '√', '2': '√', '3': '∛', '4': '∜' }[degree.trim()] ?? `${raised(degree)}√`;
  return `${sign}(${radicand.trim()})`;
}

/** Joins parts so that two numbers never merge. */
export function beside(parts: readonly string[]): string {
  return parts.reduce((text, part) => text + (/\d$/.test(text) && /^\d/.test(part) ? ' ' : '') + part, '');
}

function grouped(operand: string): string {
  const text = operand.trim();
  return SIMPLE.test(onTheLine(text)) ? text : `(${text})`;
}
