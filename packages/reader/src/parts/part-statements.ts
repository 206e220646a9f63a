import { partCode, wholeNumber } from '@amks/language/identifiers/part-numbers.js';
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
}

interface Form {
  kind: PartRelationKind;
  /** Whether the number of the row is the one that goes out of use, or that the other can be used for. */
  isOne: boolean;
  words: string;
}

const FORMS: readonly Form[] = [
  {
    kind: 'supersession',
    isOne: true,
    words: 'SUP(?:ERSEDED|SDD?|SED)\\.? BY|REPL(?:ACED|D|CD)?\\.? BY|RPLD\\.? BY|S\\/S BY',
  },
  { kind: 'supersession', isOne: false, words: 'SUP(?:ERSEDES|SDS)|REPL(?:ACES|CS)|RPLS' },
  {
    kind: 'not_interchangeable',
    isOne: true,
    words: 'NOT (?:INTCHG(?:BLE)?|INTERCHANGEABLE|I\\/C)(?: WITH)?|NI WITH',
  },
  {
    kind: 'interchangeable',
    isOne: true,
    words:
      '(?:TWO[- ]WAY |2[- ]WAY )(?:INTCHG(?:BLE)?|INTERCHANGEABLE|I\\/C)(?: WITH)?|TW WITH|(?:INTCHG(?:BLE)?|INTERCHANGEABLE|I\\/C) WITH',
  },
  {
    kind: 'one_way',
    isOne: false,
    words: '(?:ONE[- ]WAY |1[- ]WAY )(?:INTCHG(?:BLE)?|INTERCHANGEABLE|I\\/C)(?: WITH| FOR)?|OW WITH',
  },
  {
    kind: 'alternate',
    isOne: true,
    words: 'OPT(?:IONAL|L)?(?: PART)? (?:TO|FOR|P\\/N)|ALT(?:ERNATE|ERNATIVE|N)?(?: PART)?(?: TO| FOR| P\\/N| IS)',
  },
];
/** A number with at least two digits, or a dash number. Bulletins have their own words before them. */
const NUMBER = '(?:-[A-Z0-9]{1,5}|(?=[A-Z0-9./-]*\\d[A-Z0-9./-]*\\d)[A-Z0-9][A-Z0-9./-]{2,38}[A-Z0-9])(?![A-Z0-9-])';
const FROM = `[ :]{1,3}(?:P\\/N |PN )?(?<numbers>${NUMBER}(?:(?:, ?| OR |, OR )(?:P\\/N )?${NUMBER})*)`;
const CONDITION =
  '(?:[ ,(]{1,2}(?<condition>(?:PRE|POST|BEFORE|AFTER|PER|BY|IAW)[ -](?:SB|MOD|AD|EO|ASB)[ .-]{0,2}[A-Z0-9][A-Z0-9-]{2,30}))?';
const PATTERNS = FORMS.map((form) => ({
  form,
  pattern: new RegExp(`(?<![A-Z0-9])(?:${form.words})${FROM}${CONDITION}`, 'gu'),
}));
/** Aircraft of a row: `(PRE SB TR46-32-018)`. */
const LIMIT =
  /(?<![A-Z0-9])(?:PRE|POST)[ -](?:SB|MOD|AD|EO|ASB)[ .-]{0,2}(?=[A-Z0-9-]*\d)[A-Z0-9][A-Z0-9-]{1,30}[A-Z0-9](?:,? REV(?:ISION)?\.? ?[A-Z0-9]{1,3})?/gu;
const DOUBTED = new RegExp('(?<![A-Z])(?:NOT|NO LONGER|MAY BE|IF|UNTIL|EXCEPT)(?: BE| BEEN)? $', 'u');

/** The statements in the words of a row. What is denied or depends on something else is left to the words. @param number of the row */
export function statementsIn(words: string, number: string): PartStatement[] {
  const text = words.toUpperCase().replace(/\n/gu, ' ');
  // Offsets would not fit.
  if (text.length !== words.length) return [];
  const own = partCode(number);
  const taken: [number, number][] = [];
  const found: PartStatement[] = [];
  for (const { form, pattern } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (taken.some(([from, to]) => start < to && end > from) || DOUBTED.test(text.slice(0, start))) continue;
      taken.push([start, end]);
      const { numbers, condition = null } = match.groups!;
      for (const [written] of numbers!.matchAll(new RegExp(NUMBER, 'gu'))) {
        const other = wholeNumber(written, number);
        if (other === null || other === own) continue;
        const pair = form.isOne ? { one: own, other } : { one: other, other: own };
        found.push({ kind: form.kind, ...pair, text: words.slice(start, end), start, end, condition });
      }
    }
  }
  return found;
}

/** Bulletins before or after which a row holds, except those that belong to a statement about another number. */
export function limitsIn(words: string): { text: string; start: number; end: number }[] {
  const text = words.toUpperCase();
  if (text.length !== words.length) return [];
  const others = PATTERNS.flatMap(({ pattern }) =>
    [...text.matchAll(pattern)].map(({ index, 0: whole }) => [index, index + whole.length] as const),
  );
  return [...text.matchAll(LIMIT)].flatMap(({ index, 0: whole }) => {
    const isOther = others.some(([start, end]) => index < end && index + whole.length > start);
    return isOther ? [] : [{ text: words.slice(index, index + whole.length), start: index, end: index + whole.length }];
  });
}
