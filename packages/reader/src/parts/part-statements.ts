import { partCode, wholeNumber } from '@amks/language/identifiers/part-numbers.js';
import { findEffectivity } from '../facts/effectivity.js';
import { isSymbol } from './part-columns.js';
import { isNamedPart } from './part-number.js';
import type { PartRelationKind } from './part.types.js';

/** A statement about two part numbers. Offsets are into the text that was read. */
export interface PartStatement {
  kind: PartRelationKind;
  one: string;
  other: string;
  text: string;
  start: number;
  end: number;
  condition: string | null;
  /** Whether the row prints only the dash number, so that the whole number is a guess until it stands elsewhere. */
  isDashNumber: boolean;
}

/** A bulletin before or after which a row holds. */
export interface RowLimit {
  text: string;
  start: number;
  end: number;
  /** False if the words can also belong to a statement about another number. */
  isClear: boolean;
}

interface Form {
  kind: PartRelationKind;
  /** Whether the number of the row is the one that goes out of use, or that the other can be used for. */
  isOne: boolean;
  pattern: RegExp;
}

/** Words about two numbers, with all that stands around them. Offsets are into the text. */
interface Phrase {
  form: Form;
  start: number;
  /** End of the numbers. */
  end: number;
  /** Of the words before it that belong to it. */
  from: number;
  /** Of the words that follow it. */
  to: number;
  numbers: string[];
  /** Whether the whole phrase is understood, and has numbers. */
  isUnderstood: boolean;
  condition: string | null;
}

const MUTUAL = '(?:INTCHG(?:BLE)?|INTERCHANGEABLE|I\\/C)';
const form = (kind: PartRelationKind, isOne: boolean, words: string): Form => ({
  ...{ kind, isOne },
  pattern: new RegExp(`(?<![A-Z0-9/-])(?:${words})(?![A-Z0-9])`, 'gu'),
});
/** "One way interchangeable with" is no form: it does not tell which of the two can be used for the other. */
const FORMS: readonly Form[] = [
  form('supersession', true, 'SUP(?:ERSEDED|SDD?|SED)\\.? BY|REPL(?:ACED|D|CD)?\\.? BY|RPLD\\.? BY|S\\/S BY'),
  form('supersession', false, 'SUP(?:ERSEDES|SDS)|REPL(?:ACES|CS)|RPLS'),
  form('not_interchangeable', true, `(?:NOT |NON[- ])${MUTUAL} WITH|NI WITH`),
  form('interchangeable', true, `(?:TWO[- ]WAY |2[- ]WAY )?${MUTUAL} WITH|TW WITH`),
  form('one_way', false, `(?:ONE[- ]WAY |1[- ]WAY )${MUTUAL} FOR|OW FOR`),
  form('alternate', true, 'OPT(?:IONAL|L)?(?: PART)? (?:TO|FOR|P\\/N)|ALT(?:ERNATE|ERNATIVE|N)?(?: PART)?(?: TO| FOR| P\\/N| IS)'),
]; // prettier-ignore
const HYPHENS = /[\u2010-\u2015\u2212\u00ad\ufe58\ufe63\uff0d]/gu;
/** Another character next to a number, such as `+` or a bracket, can be part of it. */
const WRITTEN = /^(?:P\/N |PN )?((?=[A-Z0-9-])[A-Z0-9./-]*[A-Z0-9])(?=[\s,;|)]|\.(?:\s|$)|$)/u;
const SEPARATOR = /^(?:, OR |,? OR |, ?)(?=[A-Z0-9-])/u;
const DASH_NUMBER = /^-\d{1,3}[A-Z]?$/u;
/** Words that deny, permit, announce or narrow what stands after them. */
const DOUBT =
  /(?<![A-Z0-9])(?:NOT|NON|NO|NEVER|CANNOT|CAN|COULD|MAY|MIGHT|WILL|SHALL|SHOULD|MUST|TO BE|IF|WHEN|UNTIL|UNLESS|EXCEPT|ONLY|ONE[- ]WAY|1[- ]WAY|OW|NI|PARTLY|PARTIALLY|CONDITIONALLY|FORMERLY|PROPOSED)(?![A-Z0-9])/u;
const NO_DOUBT = /(?<![A-Z])NOT (?:ILLUSTRATED|ILLUS|SHOWN)(?![A-Z])|(?<![A-Z])NO\./gu;
/** What can stand between the beginning of a clause and the words of a form. */
const BEFORE = /^(?:IS|HAS BEEN|NOW|ALSO)?$/u;
const BULLETIN = '(?:PRE|POST)[ -](?:SB|MOD|AD|EO|ASB)[ .-]{0,2}(?=[A-Z0-9-]*\\d)[A-Z0-9][A-Z0-9-]{1,30}[A-Z0-9]';
const BULLETIN_CELL = /^\(?(?:PRE|POST)(?![A-Z])/u;
const BULLETIN_BEFORE = new RegExp(`^${BULLETIN},?$`, 'u');
/** Several parts together replace one, the number continues, or the words judge or narrow the statement. */
const DENIED_AFTER = /^\d|^(?:AND|&|\+|WITH|PLUS|IS|ARE|WAS|WERE|HAS|HAVE|CAN|MAY|MUST|SHALL|WILL)(?![A-Z])|(?<![A-Z])(?:NOT|NO(?!\.)|NEVER|CANNOT|ERROR|CANCELL?ED|WITHDRAWN|ONE[- ]WAY|OW|NI|ONLY|ONE DIRECTION)(?![A-Z])|1[- ]WAY/u; // prettier-ignore
const LIMIT = new RegExp(`(?<![A-Z0-9])${BULLETIN}(?:,? REV(?:ISION)?\\.? ?[A-Z0-9]{1,3})?`, 'gu');
const CLAUSE_END = /[()|;,\n]|\.(?=\s)/gu;

/** Words after a form among which the number is looked for. Characters. */
const MAX_UNCLEAR = 60;
/** Forms that can mean that the part is replaced. */
const REPLACING: readonly PartRelationKind[] = ['supersession', 'interchangeable', 'one_way'];

/** The statements of a row. Those about replacements whose words are not understood as a whole are `unclear`. @param number of the row */
export function statementsIn(words: string, number: string): PartStatement[] {
  const text = folded(words);
  const own = partCode(number);
  return phrasesIn(text).flatMap((phrase) => {
    const { form: { kind, isOne }, start, end, numbers, condition, isUnderstood } = phrase; // prettier-ignore
    const place = { text: words.slice(start, end), start, end };
    if (!isUnderstood) return unclear(text, phrase, own).map((pair) => ({ ...place, ...pair }));
    return numbers.flatMap((written): PartStatement[] => {
      const other = wholeNumber(written, number);
      // A part that replaces an unknown one says nothing of itself.
      if (other === null || other === own)
        return isOne && REPLACING.includes(kind) && own !== '' ? [{ ...unclearStatement(number, ''), ...place }] : [];
      const pair = isOne ? { one: own, other } : { one: other, other: own };
      return [{ kind, ...pair, ...place, condition, isDashNumber: written.startsWith('-') }];
    });
  });
}

/** Without words of a form, such as the cell of a column, that are not understood. */
export function unclearStatement(number: string, text: string): PartStatement {
  const own = partCode(number);
  const place = { text, start: 0, end: text.length };
  return { kind: 'unclear', one: own, other: own, ...place, condition: null, isDashNumber: false };
}

/** What remains of a statement that something else in the row makes doubtful. */
export function asUnclear(statement: PartStatement, number: string): PartStatement[] {
  const { kind, one, other } = statement;
  if (kind === 'unclear') return [statement];
  if (!REPLACING.includes(kind)) return [];
  const own = partCode(number);
  const pairs = [{ one, other }, ...(kind === 'supersession' ? [] : [{ one: other, other: one }])];
  // A number that is only a guess is no other part.
  const sure = pairs.map((pair) => (statement.isDashNumber && pair.one === own ? { one: own, other: own } : pair));
  return sure.map((pair) => ({ ...statement, kind: 'unclear', ...pair, condition: null, isDashNumber: false }));
}

/** The parts that the words can mean to be replaced. */
function unclear(text: string, { form: { kind, isOne }, start, end }: Phrase, own: string) {
  if (!REPLACING.includes(kind)) return [];
  const named = /(?<![A-Z0-9])[A-Z0-9][A-Z0-9./-]{2,38}[A-Z0-9]/gu;
  const [other = own] = (text.slice(start, end + MAX_UNCLEAR).match(named) ?? []).filter(isNumber);
  const pairs = [{ one: own, other }, { one: other, other: own }]; // prettier-ignore
  const meant = kind === 'supersession' ? pairs.filter(({ one }) => (one === own) === isOne) : pairs;
  const isOnce = other === own ? meant.slice(0, 1) : meant;
  return isOnce.map((pair) => ({ kind: 'unclear' as const, ...pair, condition: null, isDashNumber: false }));
}

/** Whether the words speak of another part number, understood or not. */
export function isAboutAnother(words: string): boolean {
  return phrasesIn(folded(words)).length > 0;
}

/** Bulletins before or after which a row holds, except those in the words of a statement about another number. */
export function limitsIn(words: string): RowLimit[] {
  const text = folded(words);
  const phrases = phrasesIn(text);
  return [...text.matchAll(LIMIT)].flatMap(({ index, 0: whole }) => {
    const end = index + whole.length;
    const around = phrases.filter(({ from, to }) => index < to && end > from);
    const isOther = around.some((one) => !/[()|\n]/u.test(index < one.start ? text.slice(end, one.start) : text.slice(one.end, index))); // prettier-ignore
    return isOther ? [] : [{ text: words.slice(index, end), start: index, end, isClear: around.length === 0 }];
  });
}

/** Whether a line is only a statement about bulletins or aircraft, which then can be that of the rows below it. */
export function isLimitAlone(line: string): boolean {
  const words = line.replace(/[\s|]+/gu, ' ').trim();
  // In brackets, it belongs to what precedes it.
  if (words.startsWith('(')) return false;
  const [limit] = limitsIn(words);
  if (limit !== undefined && limit.text.length >= words.replace(/[:.]+/gu, ' ').trim().length) return true;
  return findEffectivity(words).some(({ alone }) => alone);
}

/** Upper case with plain hyphens, of the same length, so that offsets fit. */
function folded(words: string): string {
  return words.replace(/\p{L}/gu, (letter) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter)).replace(HYPHENS, '-'); // prettier-ignore
}

function phrasesIn(text: string): Phrase[] {
  const found = FORMS.flatMap((one) =>
    [...text.matchAll(one.pattern)].map(({ index, 0: whole }) => ({ form: one, start: index, end: index + whole.length })),
  ).sort((a, b) => a.start - b.start || b.end - a.end); // prettier-ignore
  const apart = found.filter((one, i) => !found.slice(0, i).some((before) => before.end > one.start));
  const spans = apart.map((one) => ({ ...one, from: clauseStart(text, one.start) }));
  return spans.map((one, i) => phraseOf(text, one, spans[i + 1]?.from ?? text.length, spans.slice(0, i)));
}

function phraseOf(text: string, span: Pick<Phrase, 'form' | 'start' | 'end' | 'from'>, limit: number, before: readonly { start: number; end: number }[]): Phrase {
  const { numbers, end } = numbersAfter(text, span.end, span.form);
  const to = Math.max(end, limit);
  const prefix = text.slice(span.from, span.start).trim();
  const after = followingWords(text.slice(end, to));
  const unclear = before.reduce((rest, one) => blank(rest, one.start, one.end), text.slice(0, span.start));
  const cells = followingCells(text.slice(end));
  const isUnderstood =
    !cells.some(isSymbol) &&
    (BEFORE.test(prefix) || BULLETIN_BEFORE.test(prefix)) &&
    !DOUBT.test(unclear.replace(NO_DOUBT, ' ')) && !DENIED_AFTER.test(after);
  const condition = [BULLETIN_BEFORE.test(prefix) ? prefix.replace(/,$/u, '') : '', after, ...cells.filter((cell) => BULLETIN_CELL.test(cell))].filter((one) => one !== '').join(' ');
  return { ...span, end, to, numbers, isUnderstood: isUnderstood && numbers.length > 0, condition: condition === '' ? null : condition.slice(0, 200) };
} // prettier-ignore

/** The numbers after the words of a form; none unless each is a part number. */
function numbersAfter(text: string, at: number, { kind, isOne }: Form): { numbers: string[]; end: number } {
  const none = { numbers: [], end: at };
  const numbers: string[] = [];
  const separators: string[] = [];
  let end = at + (/^[\s:]{1,3}/u.exec(text.slice(at, at + 3))?.[0].length ?? 0);
  if (end === at) return none;
  for (;;) {
    const rest = text.slice(end, end + 80);
    const match = WRITTEN.exec(rest);
    const code = match?.[1];
    if (!match || code === undefined || !isNumber(code)) {
      // After a comma, the words go on.
      if (numbers.length === 0 || separators.at(-1)!.includes('OR')) return none;
      end -= separators.pop()!.length;
      break;
    }
    numbers.push(code);
    end += match[0].length;
    // The number can go on in the next line.
    if (/^\s*\n\s*(?:\|\s*)*-/u.test(text.slice(end, end + 40)) || /^ -/u.test(text.slice(end, end + 2))) return none;
    const separator = SEPARATOR.exec(text.slice(end, end + 8))?.[0];
    if (separator === undefined) break;
    separators.push(separator);
    end += separator.length;
  }
  // All of a list, or one of them?
  const isOpen = numbers.length > 1 && isOne && kind === 'supersession' && !separators.at(-1)!.includes('OR');
  return isOpen ? none : { numbers, end };
}

/** Whether a code in upper case can be a part number. */
function isNumber(code: string): boolean {
  return DASH_NUMBER.test(code) || isNamedPart(code);
}

/** The cells of the row after that of the phrase. */
function followingCells(text: string): string[] {
  const [, ...cells] = text.split('\n')[0]!.split(/(?<=^|\s)\|(?=\s|$)/u);
  return cells.map((cell) => cell.trim());
}

/** The rest of the cell and the lines below it. */
function followingWords(text: string): string {
  const [line = '', ...lines] = text.split('\n');
  return [line.replace(/(?:^|\s)\|(?:\s|$).*/u, ''), ...lines]
    .join(' ')
    .replace(/\s\|(?=\s|$)/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s,.;:()|]+|[\s,.;:(|]+$/gu, '')
    .replace(/^([^()]*)\)+$/u, '$1');
}

function clauseStart(text: string, at: number): number {
  const ends = [...text.slice(0, at).matchAll(CLAUSE_END)];
  return ends.length === 0 ? 0 : ends.at(-1)!.index + 1;
}

function blank(text: string, start: number, end: number): string {
  return `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`;
}
