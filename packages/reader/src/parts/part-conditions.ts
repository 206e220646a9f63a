import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import { limitsIn } from './part-statements.js';
import type { PartLegendReader } from './part-legend.js';
import type { Part, PartCondition, PartConditions } from './part.types.js';

/** Different conditions of a revision. Those of further rows are not known. */
const MAX_CONDITIONS = 20_000;
const CODES = /^[A-Z0-9]{1,4}(?: ?[,/&] ?[A-Z0-9]{1,4})*$/;
/** A space separates codes only if they look alike: elsewhere, words stand between them. */
const SPACED = /^(?:[A-Z](?: [A-Z])+|[A-Z][A-Z0-9](?: [A-Z][A-Z0-9])+)$/;
/** With one of these among several words, they are no alternatives: `NOT A`, `ALL, EXC A`, `A TO D`. */
const OPERATOR =
  /^(?:ALL|NOT|NO|NON|EXC|EXCL|EXCP|EX|LESS|BUT|ONLY|FROM|TO|THRU|UP|ON|UNTO|AND|OR|IF|W|WO|WITH|PRE|POST|SEE|NOTE)$/;
const NUMBERS = /^\d{3,}/;
/** Statements of rows about bulletins are read apart: they can belong to another part number. */
const BULLETIN = /^(?:PRE|POST)\b/i;

/** Something in the row that was not understood. One condition for all rows, whose words are put in when it is decided. */
const UNREAD: PartConditions = [
  [{ source: 'row', reach: 'section', text: '', value: null, page_number: 1, start: 0, end: 1 }],
];

/** What the rows of a revision depend on. Equal conditions are kept once, with the place of the first. */
export class ConditionTable {
  private readonly known = new Map<string, number>();
  private readonly conditions: { conditions: PartConditions; scope: number | null }[] = [];

  /** @param scope the figure whose legend explains the codes, besides those for all @returns the index of the condition of a row */
  add(part: Part, inForce: readonly Effectivity[], scope: number | null): number {
    const conditions = this.conditions.length < MAX_CONDITIONS ? conditionsOf(part, inForce) : UNREAD;
    const hasCode = conditions.some((alternatives) => alternatives.some((one) => one.source === 'code'));
    const key = JSON.stringify([
      hasCode && scope,
      conditions.map((alternatives) =>
        alternatives.map(({ source, reach, text, value }) => [source, reach, text, value]),
      ),
    ]);
    const index = this.known.get(key) ?? this.conditions.length;
    if (index === this.conditions.length) {
      this.known.set(key, index);
      this.conditions.push({ conditions, scope });
    }
    return index;
  }

  /** With the meanings of codes, which can stand anywhere in the document. */
  resolved(legend: PartLegendReader): PartConditions[] {
    return this.conditions.map(({ conditions, scope }) =>
      conditions.map((alternatives) =>
        alternatives.map((one) => {
          const meaning = one.source === 'code' ? legend.meaningOf(one.text, scope) : null;
          if (!meaning)
            return one.source === 'code' && legend.isContradicted(one.text, scope)
              ? { ...one, is_contradicted: true }
              : one;
          const { text: value, page_number, start, end } = meaning;
          return { ...one, value, page_number, start, end };
        }),
      ),
    );
  }
}

function conditionsOf(part: Part, inForce: readonly Effectivity[]): PartConditions {
  const { page_number, start, end, effectivity, usage_code, text } = part;
  const place = { page_number, start, end };
  const document = inForce
    .filter((one) => one.reach !== 'block' || (isInside(part, one) && !BULLETIN.test(one.value)))
    .map((one): PartCondition[] => [
      { source: 'document', reach: one.reach, text: one.text, value: one.value, ...placeOf(one) },
    ]);
  const cells = [effectivity, usage_code].flatMap((cell): PartCondition[][] =>
    cell === null ? [] : [ofCell(cell, place, cell === usage_code)],
  );
  const limits = limitsIn(text)
    .filter((limit) => limit.text !== effectivity)
    .map(({ text: words, isClear }): PartCondition[] => [
      { source: 'row', reach: 'section', text: words, value: isClear ? words : null, ...place },
    ]);
  return [...document, ...cells, ...limits, ...(part.is_partial ? UNREAD : [])];
}

function ofCell(
  written: string,
  place: Pick<Part, 'page_number' | 'start' | 'end'>,
  isUsage: boolean,
): PartCondition[] {
  const words = written.split(/[ ,/&]+/);
  const isNarrowed = words.length > 1 && words.some((word) => OPERATOR.test(word));
  const isSpaced = isUsage && SPACED.test(written);
  // Words that are no codes, or narrow others.
  if (
    !NUMBERS.test(written) &&
    (isNarrowed ? CODES.test(words.join(',')) : isUsage && !isSpaced && !CODES.test(written))
  )
    return [{ source: 'row', reach: 'section', text: written, value: null, ...place }];
  const cell = isSpaced ? written.replaceAll(' ', ', ') : written;
  if (NUMBERS.test(cell) || !CODES.test(cell)) {
    // `001 050` are the ends of a range in two columns.
    const value = cell.replace(/^(\d{3,6}) (\d{3,6})$/, '$1-$2');
    return [{ source: 'row', reach: 'section', text: cell, value, ...place }];
  }
  return cell.split(/ ?[,/&] ?/).map((code) => ({
    ...{ source: 'code', reach: 'section', text: code, value: code === 'ALL' ? 'ALL' : null },
    ...place,
  }));
}

function isInside({ page_number, start, end }: Part, one: Effectivity): boolean {
  return one.page_number === page_number && one.start >= start && one.end <= end;
}

function placeOf({ page_number, start, end }: Pick<Part, 'page_number' | 'start' | 'end'>) {
  return { page_number, start, end };
}
