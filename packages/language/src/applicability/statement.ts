import type { Expression, NumberProperty, NumbersTerm } from './expression.js';
import { combined, type Item, type Joint } from './combination.js';
import { isConditions, readConditions } from './conditions.js';
import { without } from './exclusion.js';
import { takeModels } from './models.js';
import { takeModification } from './modifications.js';
import { ContradictoryStatement, takeNumbers } from './numbers.js';
import { AIRCRAFT, END, Scanner } from './scanner.js';
import { takeConfiguration, takeEngines, takeRegistrations } from './terms.js';

/** A statement as an expression, or why it has no expression. */
export type ReadStatement = { expression: Expression } | { reason: 'not_understood' | 'contradictory' };

/** Superscripts are notes or exponents, not digits of the number before; a list that ends in dots continues. */
const UNREADABLE = /[\p{No}\p{Nl}]|(?:\.\.|…)\s*\]?\s*$/u;
/** Longer ones are lists that belong into a table. */
const MAX_CHARACTERS = 2_000;
const MAX_DEPTH = 4;
/** Each can multiply the readings. */
const MAX_EXCLUSIONS = 2;

/** One alternative a line: joined, and matched whole. */
function words(...alternatives: string[]): RegExp {
  return new RegExp(`(?:${alternatives.join('|')})`, 'y');
}

const NUMBERS_NEXT = String.raw`(?! ?:? ?(?:\(|[A-Z]{0,3}\d|UP TO|PRIOR|BEFORE|BELOW|FROM|AFTER|ABOVE|THROUGH|LOWER|LESS|GREATER|HIGHER))`;
const LABEL = words(
  String.raw`(?:EFFECTIVITY|APPLICABILITY)${END}\s*[:|-]?\s*(?:IS )?`,
  String.raw`(?:THIS|THE) (?:SERVICE BULLETIN|BULLETIN|SB|AIRWORTHINESS DIRECTIVE|DIRECTIVE|AD|TASK|PROCEDURE|STEP|PAGE|MODIFICATION|TEMPORARY REVISION|DOCUMENT|CARD) (?=(?:DOES|APPLIES|IS|AFFECTS))`,
  String.raw`(?:IS |ARE )?(?:APPLICABLE|EFFECTIVE|VALID)(?: ONLY)? (?:TO|FOR|ON)${END}[ :]*\s*`,
  String.raw`(?:APPLICABLE |ONLY )+(?:IF|WHEN)${END}\s*`,
  String.raw`(?:APPLIES|AFFECTS)(?: ONLY)?(?: TO)?${END}[ :]*\s*`,
  String.raw`(?!ON A\/C (?:ALL|[A-Z]{0,4}-?\d))(?:FOR|ON)(?= (?:ALL|MSN|S\/N|THE FOLLOWING|${AIRCRAFT} (?!\d)))\s*`,
  String.raw`THE FOLLOWING${END}[ :]*\s*`,
); // prettier-ignore
const NOT_FOR = words(
  String.raw`(?:IS |ARE )?NOT (?:(?:APPLICABLE|EFFECTIVE|VALID) (?:TO|FOR|ON)|FOR)\s*:?\s*`,
  String.raw`DOES NOT (?:APPLY TO|AFFECT)\s*:?\s*`,
);
/** `Not applicable to all aircraft` can mean to some. */
const NOT_FOR_ALL = new RegExp(String.raw`(?:ALL|EVERY|EACH)${END}`, 'y');
const FILLER = words(
  String.raw`[^\S\n]+|\*\*`,
  String.raw`(?:ONLY|INCLUDED|TYPE|SERIES|IDENTIFIED (?:BY|AS))${END}`,
  // At the end, the statement was cut off.
  String.raw`(?:IF|OF THE|OF|THE)(?= [^\s)])`,
  String.raw`,? ?CERTIFICATED IN ANY CATEGORY${END}`,
  String.raw`(?:WITH|(?:AS )?HAVING)(?= (?:MSN|S\/N|SERIAL|L\/N|LINE))`,
  String.raw`(?:IN|ON) ${AIRCRAFT} (?=WITH|HAVING|POST|PRE)`,
  String.raw`(?:THAT|WHICH) ARE (?=PRE|POST|[A-Z]+ED )`,
  String.raw`(?!ON A\/C (?:ALL|[A-Z]{0,4}-?\d))(?:FOR |ON )?${AIRCRAFT}${END}(?! ?:? ?\d)`,
  String.raw`[:.](?=\s*(?:$|EXCEPT|EXCLUD|BUT|NOT)|:)|:(?=\s)`,
);
const ALL = words(
  String.raw`(?:ON A\/C )?(?:ALL|ANY|EVERY)${END}(?: THE${END})?(?:\s+(?:MODELS?${END}(?! [A-Z]*-?\d)|(?:(?:MANUFACTURER'?S? )?SERIAL NUMBERS?|MSNS?|S\/NS?|LINE NUMBERS?|L\/NS?)(?: \((?:MSN|S\/N|L\/N)S?\))?${END}${NUMBERS_NEXT}|REGISTRATIONS?${END}|CONFIGURATIONS?${END}|${AIRCRAFT}${END}(?! ?:? ?\d)))?`,
); // prettier-ignore
/** Behind engines, `S/N` can be theirs. */
const OF_ENGINE = /^(?:S\/N|SN|SERIAL)/u;
const NONE = /NONE(?![A-Z0-9])/y;
const JOINTS: readonly [Joint, RegExp][] = [
  ['or', /\s*[,;]?\s*(?:AND\/OR|OR)(?![A-Z0-9])\s*/y],
  ['semicolon', /\s*;\s*(?:AND(?![A-Z0-9]))?\s*/y],
  ['and', /\s*,?\s*(?:(?:AND|&)(?![A-Z0-9])|&|\+|PLUS(?![A-Z0-9]))\s*/y],
  ['comma', /\s*[,|/]\s*|(?<=\s)-\s/y],
  ['line', /\s*\n\s*/y],
];
const EXCEPT = words(
  String.raw`[\s,(;.-]*(?:(?:BUT )?(?:EXCEPT(?:ING|ED)?|EXCLUDING|EXCL\.?|EXCLUDES|EXCLUDED(?=:))(?: FOR| THOSE(?! (?:ON|THAT|WHICH|HAVING)))?|WITH THE EXCEPTION OF|OTHER THAN|BUT NOT(?: FOR| ON)?|BUT(?= (?:MSN|S\/N|SERIAL|L\/N|LINE) )|NOT INCLUDING|MINUS|UNLESS|SAVE FOR|NOT(?= (?:MSN |S\/N |A\/C )?[A-Z]{0,4}-?\d)|(?:IS |ARE )?NOT (?:APPLICABLE|EFFECTIVE|VALID) (?:TO|FOR|ON)|DOES NOT APPLY TO)(?![A-Z])\s*:?\s*(?:THE FOLLOWING:?\s*|(?:THOSE|FOR)(?! (?:ON|THAT|WHICH|HAVING))${END}\s*)?`,
); // prettier-ignore

/**
 * Reads an effectivity statement: serial, line and fleet numbers, registrations, models, engines, configuration codes, bulletins and
 * modifications embodied or not, and exclusions. All its words must be understood; a statement with a word too many is not understood.
 */
export function readStatement(statement: string): ReadStatement {
  const text = statement
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[’‘]/gu, "'")
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/gu, '')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n[\s]*/gu, '\n')
    .trim()
    .toUpperCase()
    .replace(/^\[([^[\]]*)\]\s*/u, '$1 ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/[\s.]+$/u, '');
  if (text === '' || text.length > MAX_CHARACTERS || UNREADABLE.test(statement)) return { reason: 'not_understood' };
  try {
    const expression = isConditions(text) ? readConditions(withoutLabel(text), readWords) : readWords(text);
    return expression ? { expression } : { reason: 'not_understood' };
  } catch (error) {
    if (error instanceof ContradictoryStatement) return { reason: 'contradictory' };
    throw error;
  }
}

function withoutLabel(text: string): string {
  const scanner = new Scanner(text);
  while (scanner.take(LABEL));
  return text.slice(scanner.at);
}

function readWords(text: string): Expression | null {
  const scanner = new Scanner(text);
  const expression = readWhole(scanner);
  return scanner.isAtEnd ? expression : null;
}

function readWhole(scanner: Scanner): Expression | null {
  while (scanner.take(LABEL));
  const isNegated = scanner.take(NOT_FOR) !== null;
  if (isNegated && scanner.sees(NOT_FOR_ALL)) return null;
  const inner = readSequence(scanner, { depth: 0, isNegated });
  return inner && (isNegated ? { kind: 'not', of: [inner.expression] } : inner.expression);
}

interface Place {
  depth: number;
  /** What numbers without a label mean. */
  inherited?: NumbersTerm | undefined;
  /** Excluded, or said not to be affected: what is affected cannot follow. */
  isNegated?: boolean;
}

/** Items up to the end or the bracket that closes them. */
function readSequence(scanner: Scanner, { depth, inherited, isNegated = false }: Place): Item | null {
  if (depth > MAX_DEPTH) return null;
  const items: Item[] = [];
  const joints: Joint[] = [];
  let joint: Joint = 'next';
  let exclusions = 0;
  for (;;) {
    while (scanner.take(FILLER));
    if (scanner.isAtEnd || scanner.sees(/\s*\)/y)) break;
    if (items.length > 0) {
      const isInBrackets = scanner.sees(/\s*\(/y);
      if (joint !== 'or' && scanner.take(EXCEPT)) {
        const base = combined(items, joints);
        const start = scanner.at;
        exclusions += 1;
        if (exclusions > MAX_EXCLUSIONS) return null;
        const place = { depth: depth + 1, inherited: base ? numbersOf(base.expression) : undefined, isNegated: true };
        const excluded = base && readSequence(scanner, place);
        // A semicolon ends an exclusion, or separates what is excluded.
        if (!excluded || scanner.text.slice(start, scanner.at).includes(';')) return null;
        if (isInBrackets && !scanner.take(/\s*\)/y)) return null;
        const rest = without(base, excluded);
        if (!rest) return null;
        items.splice(0, items.length, rest);
        joints.length = 0;
        joint = 'next';
        continue;
      }
      const found = JOINTS.find(([, pattern]) => scanner.take(pattern))?.[0];
      if (found) {
        if (joint !== 'next' && joint !== 'line' && joint !== 'comma' && found !== 'line') return null;
        if (joint === 'next' || found !== 'line') joint = found;
        while (!isNegated && scanner.take(LABEL));
        continue;
      }
    }
    const item = scanner.take(/\s*\(/y)
      ? readBracket(scanner, depth + 1, numbersOf(items.at(-1)?.expression))
      : readItem(
          scanner,
          depth === 0 && items.every(({ classes }) => classes.join() === 'all'),
          items.length === 0 ? inherited : undefined,
        );
    if (!item || (items.at(-1)?.classes.join() === 'engine' && OF_ENGINE.test(textOf(item)))) return null;
    if (items.length > 0) joints.push(joint);
    items.push(item);
    joint = 'next';
  }
  return joint === 'next' || joint === 'line' ? combined(items, joints) : null;
}

function textOf({ expression }: Item): string {
  return 'text' in expression ? expression.text : '';
}

function readBracket(scanner: Scanner, depth: number, inherited: NumbersTerm | undefined): Item | null {
  const inner = readSequence(scanner, { depth, inherited });
  return inner && scanner.take(/\s*\)/y) ? { ...inner, isClosed: true } : null;
}

function readItem(scanner: Scanner, isFirst: boolean, inherited?: NumbersTerm): Item | null {
  const numbers = takeNumbers(scanner, inherited) ?? takeRegistrations(scanner);
  if (numbers) return { expression: numbers, classes: ['number'] };
  const modification = takeModification(scanner);
  if (modification) return { expression: modification, classes: modification.kind === 'all' ? ['all'] : ['modification'] }; // prettier-ignore
  const engines = takeEngines(scanner);
  if (engines)
    return { expression: engines.negated ? { kind: 'not', of: [engines.term] } : engines.term, classes: ['engine'] };
  const configuration = takeConfiguration(scanner);
  if (configuration) return { expression: configuration, classes: ['configuration'] };
  const all = scanner.take(ALL);
  if (all) return { expression: { kind: 'all', text: all[0] }, classes: ['all'] };
  const none = scanner.take(NONE);
  if (none) return { expression: { kind: 'not', of: [{ kind: 'all', text: none[0] }] }, classes: ['all'] };
  const models = takeModels(scanner, isFirst);
  return models && { expression: models, classes: ['model'] };
}

/** The term whose meaning numbers without a label share: of `ON A/C ALL EXCEPT 003` as of `ON A/C 001-050 EXCEPT 003`. */
function numbersOf(expression: Expression | undefined): NumbersTerm | undefined {
  const terms = expression ? numberTerms(expression) : [];
  return terms.every(({ property }) => property === terms[0]!.property) ? terms[0] : undefined;
}

function numberTerms(expression: Expression): NumbersTerm[] {
  if ('of' in expression) return expression.of.flatMap(numberTerms);
  if (expression.kind === 'numbers') return [expression];
  const property = expression.kind === 'all' && PROPERTIES.find(([, pattern]) => pattern.test(expression.text))?.[0];
  return property ? [{ kind: 'numbers', property, ranges: [], text: expression.text }] : [];
}

const PROPERTIES: readonly [NumberProperty, RegExp][] = [
  ['fleet_number', /ON A\/C/u],
  ['serial_number', /SERIAL|MSN|S\/N/u],
  ['line_number', /LINE|L\/N/u],
];
