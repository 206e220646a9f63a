import { termsOf, type Expression, type NumberProperty, type Term } from './expression.js';
import { ContradictoryStatement } from './numbers.js';
import { numberOf, type NumberRange } from './ranges.js';

/** Between conditions that all apply: those of a step and of the section around it. */
export const AND_ALSO = '; only if also: ';
/** Between words for people and the same as conditions. */
export const THAT_IS = ', that is: ';
const WORDS_BEFORE = /^(?<words>.*), THAT IS: /su;
/** Words and digits that can limit what the conditions say. */
const LIMITING =
  /\d|(?<![A-Z])(?:NOT|NO|NON|EXCEPT\w*|EXCL\w*|WITHOUT|ONLY|UNLESS|IF|WHEN|BUT|OTHER|PRE|POST|BEFORE|AFTER)(?![A-Z])/u;
const SPLIT = /; ONLY IF ALSO: /u;

/** `SERIALNO=5001~5048|5060`: a product attribute or condition with its values. */
const NAME = /\s*([A-Z][A-Z0-9 _./-]{0,80}?)\s*=\s*/y;
/** Up to what follows a value. */
const VALUE = /[^()|={}]+?(?=\s*(?:[|){]|$)|\s+(?:AND|OR)\s+(?:\(|[A-Z][A-Z0-9 _./-]{0,80}?=))/y;
/** `{BRAKE TYPE=CARBON: WITH IT 5001|5002, WITHOUT IT 5010}`: a condition with the serial numbers of the product table (PCT). */
const PRODUCTS =
  /\s*\{(?<text>(?<name>[A-Z][A-Z0-9 _./-]{0,80}?)=[^{}=:]+): (?:WITH IT (?<yes>[^{},]+))?(?:, )?(?:WITHOUT IT (?<no>[^{},]+))?\}/y;
/** Names of what a register knows, or what changes in service: a product table never decides it. */
const OF_REGISTER =
  /SERIAL|SERNO|MSN|LINE|FLEET|FSN|REGISTRATION|TAIL|MODEL|AIRCRAFT|AIRFRAME|ENGINE|PROPELLER|APU|CONFIG|MODIFI|BULLETIN|DIRECTIVE|(?<![A-Z])(?:SN|S\/N|LN|AC|SB|MOD|AD|EO|STC|NOT|NO|AND|OR)(?![A-Z])/u;
const JOINT = /\s+(AND|OR)\s+/y;
const MAX_DEPTH = 8;
const MAX_VALUES = 500;

const NUMBERS: readonly [NumberProperty, RegExp][] = [
  ['serial_number', /^(?:AIRCRAFT|AC|AIRFRAME|MANUFACTURERS?|MFR)?(?:SERIAL(?:NO|NUM|NUMBER|NBR)?|SERNO|SERNUM|MSN|SN)(?:MSN)?$/u],
  ['line_number', /^(?:AIRCRAFT|PRODUCTION)?(?:LINE(?:NO|NUM|NUMBER|NBR)|LN)$/u],
  ['fleet_number', /^(?:OPERATORS?)?(?:FLEET(?:NO|NUM|NUMBER|NBR)|FSN)$/u],
]; // prettier-ignore
const REGISTRATION = /^(?:AIRCRAFT)?(?:REGISTRATION(?:NO|NUMBER|MARK)?|TAIL(?:NO|NUM|NUMBER)?)$/u;
const MODEL = /^(?:AIRCRAFT|AC)?(?:MODEL|TYPE)$/u;
const ENGINE = /^ENGINE(?:MODEL|TYPE)$/u;
const MODIFICATION = /^(?<type>SB|MOD|AD|EO|STC)[ _-]?(?<number>[A-Z0-9][A-Z0-9/.-]*\d[A-Z0-9/.-]*)$/u;
const STATES: Readonly<Record<string, 'embodied' | 'not_embodied'>> = { POST: 'embodied', PRE: 'not_embodied' };

/** Whether a statement is written as conditions, which {@link readConditions} reads. In capitals. */
export function isConditions(text: string): boolean {
  return SPLIT.test(text) || text.includes('=');
}

type ReadWords = (part: string) => Expression | null;

/**
 * Conditions of S1000D chapter 7.8 as the reader of modules writes them: `serialno=5001~5048|5060 and (model=TR46-100 or model=TR46-200)`.
 * Without brackets, `and` and `or` do not mix. Null if a name or a value is not understood. Words before the conditions must agree with them.
 * @throws ContradictoryStatement for a range that is turned round
 */
export function readConditions(text: string, readWords: ReadWords): Expression | null {
  const read = text.split(SPLIT).map((part) => (part.includes('=') ? readPart(part, readWords) : readWords(part)));
  if (read.includes(null)) return null;
  return read.length === 1 ? read[0]! : { kind: 'all_of', of: read as Expression[] };
}

function readPart(part: string, readWords: ReadWords): Expression | null {
  const words = WORDS_BEFORE.exec(part)?.groups!.words;
  const conditions = new Conditions(part.replace(WORDS_BEFORE, ''), readWords).read();
  if (words === undefined || conditions === null) return conditions;
  const said = readWords(words);
  if (said) return { kind: 'either', of: [said, conditions] };
  // Words that are not understood can disagree with what the table says.
  if (termsOf(conditions).some(({ kind }) => kind === 'products')) return null;
  return LIMITING.test(words) ? null : conditions;
}

class Conditions {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly readWords: ReadWords,
  ) {}

  read(): Expression | null {
    const expression = this.sequence(0);
    return this.text.slice(this.at).trim() === '' ? expression : null;
  }

  private sequence(depth: number): Expression | null {
    const of: Expression[] = [];
    let joint: string | undefined;
    do {
      const one = depth <= MAX_DEPTH && this.take(/\s*\(/y) ? this.group(depth) : this.assertion();
      if (!one) return null;
      of.push(one);
      const next = this.take(JOINT)?.[1];
      if (next === undefined) {
        if (of.length === 1) return one;
        return { kind: joint === 'AND' ? 'all_of' : 'any_of', of };
      }
      if (joint !== undefined && next !== joint) return null;
      joint = next;
    } while (of.length < MAX_VALUES);
    return null;
  }

  private group(depth: number): Expression | null {
    const inner = this.sequence(depth + 1);
    return inner && this.take(/\s*\)/y) ? inner : null;
  }

  private assertion(): Term | null {
    const products = this.take(PRODUCTS)?.groups;
    if (products) return termOfProducts(products);
    const start = this.at;
    const name = this.take(NAME)?.[1];
    if (name === undefined) return null;
    const values: string[] = [];
    do {
      const value = this.take(VALUE)?.[0].trim();
      // Words without a name are part of another condition.
      if (!value || /\s(?:AND|OR)\s/u.test(value) || values.length === MAX_VALUES) return null;
      values.push(value);
    } while (this.take(/\s*\|\s*/y));
    return termOf(name, values, this.text.slice(start, this.at).trim(), this.readWords);
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }
}

function termOf(name: string, values: string[], text: string, readWords: ReadWords): Term | null {
  const key = name.replace(/[^A-Z0-9]/gu, '');
  const property = NUMBERS.find(([, pattern]) => pattern.test(key))?.[0];
  if (property) {
    const ranges = values.map(rangeOf);
    return ranges.includes(null) ? null : { kind: 'numbers', property, ranges: ranges as NumberRange[], text };
  }
  // Each value must be understood as words: `tailno=001` can be a fleet number.
  const named = (kind: 'registration' | 'model' | 'engine', before = ''): string[] | null => {
    const terms = values.map((value) => readWords(before + value));
    const names = terms.map((term) => (term?.kind === kind && term.names.length === 1 ? term.names[0]! : null));
    return names.includes(null) ? null : (names as string[]);
  };
  if (REGISTRATION.test(key)) {
    const names = named('registration');
    return names && { kind: 'registration', names, text };
  }
  if (MODEL.test(key)) {
    const names = named('model');
    // The model of a component can be meant.
    return names && { kind: 'model', names, isCertain: false, text };
  }
  if (ENGINE.test(key)) {
    const names = named('engine', 'ENGINE ');
    return names && { kind: 'engine', names, isSeries: false, text };
  }
  const modification = MODIFICATION.exec(name)?.groups;
  const state = values.length === 1 ? STATES[values[0]!] : undefined;
  if (!modification || !state) return null;
  const type = modification.type as 'SB' | 'MOD' | 'AD' | 'EO' | 'STC';
  return { kind: 'modification', type, number: modification.number!, state, qualified: false, text };
}

function termOfProducts({ name = '', text = '', yes = '', no = '' }: Record<string, string | undefined>): Term | null {
  const numbersIn = (list: string): (NumberRange | null)[] =>
    list.split('|').map((one) => (one.includes('~') ? null : rangeOf(one)));
  const [having, lacking] = [yes === '' ? [] : numbersIn(yes), no === '' ? [] : numbersIn(no)];
  if (OF_REGISTER.test(name) || having.length + lacking.length === 0) return null;
  if ([...having, ...lacking].includes(null)) return null;
  return { kind: 'products', with: having as NumberRange[], without: lacking as NumberRange[], text };
}

/** Whether a product attribute with this name is the manufacturer's serial number. */
export function isSerialNumber(name: string): boolean {
  return NUMBERS[0]![1].test(name.toUpperCase().replace(/[^A-Z0-9]/gu, ''));
}

/** Maximum serial numbers in a statement. */
export const MAX_PRODUCTS = 150;

/**
 * `{Brake type=CARBON: with it 5001|5002, without it 5010}`. Null without numbers, with too many, or with one that cannot be compared. Numbers
 * between those of the table are not in it.
 */
export function productsText(condition: string, having: readonly string[], lacking: readonly string[]): string | null {
  const all = [...having, ...lacking];
  if (all.length === 0 || all.length > MAX_PRODUCTS || all.some((one) => numberOf(one) === null)) return null;
  const lists = [
    having.length > 0 && `with it ${having.join('|')}`,
    lacking.length > 0 && `without it ${lacking.join('|')}`,
  ];
  return `{${condition}: ${lists.filter(Boolean).join(', ')}}`;
}

/** `5001~5048`, both included. */
function rangeOf(value: string): NumberRange | null {
  const [first = '', last = first, ...others] = value.split('~');
  const [from, to] = [numberOf(first), numberOf(last)];
  if (!from || !to || others.length > 0 || from.prefix !== to.prefix || from.suffix !== to.suffix) return null;
  if (to.value < from.value) throw new ContradictoryStatement();
  return { from, to };
}
