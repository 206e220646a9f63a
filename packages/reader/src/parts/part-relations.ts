import { partCode } from '@amks/language/identifiers/part-numbers.js';
import { isPartNumber } from './part-number.js';
import { asUnclear, statementsIn, unclearStatement, type PartStatement } from './part-statements.js';
import type { Part, PartPlace, PartRelation } from './part.types.js';

/** A cell below a head such as `REPLACED BY`, with the words that it stands for. */
export interface CellStatement {
  cell: string;
  words: string;
}

/** A row with details besides its fields. */
export interface RelatedRow {
  part: Part;
  cells: readonly CellStatement[];
  /** Whether words about a replacement are lost, or not understood. */
  isOpen: boolean;
  /** Whether a symbol or a cell that is not understood can narrow what the row says of other numbers. */
  isDoubtful: boolean;
  /** The cell in the column of the number. */
  written: string | null;
  /** What continues the number in the next line; null if it is whole. */
  rest: string | null;
  /** Lines on the next page. */
  lines: { text: string; page_number: number; start: number }[];
}

export const SUCCESSOR = 'REPLACED BY ';
/** Those beyond are unclear. */
const MAX_RELATIONS_OF_ROW = 20;
/** Relations that are held back up to the end of a document. */
const MAX_GUESSES = 50_000;
/** Words of a relation that is unclear. Characters. */
const MAX_WORDS = 200;

interface Guess {
  relation: PartRelation;
  statement: PartStatement;
  own: string;
}

/** Collects what rows say of two part numbers. Each statement counts, or is unclear: none gets lost. */
export class PartRelations {
  private found: PartRelation[] = [];
  /** With a number of which the row prints only the dash number. */
  private readonly guesses: Guess[] = [];
  private readonly numbers = new Set<string>();

  /** @param oldNumbers head of old part numbers, of which a bulletin decides whether they are replaced */
  enter(row: RelatedRow, oldNumbers: string | null): void {
    const { part, cells, isOpen, lines } = row;
    const { number, page_number, start, text } = part;
    if (number === null) return this.enterUnnamed(row);
    this.numbers.add(partCode(number));
    const place = (one: PartStatement): PartPlace => ({
      ...{ page_number, start: start + one.start, end: start + one.end },
    });
    this.relateAll(row, number, statementsIn(text, number), place);
    for (const { cell, words } of cells) {
      const at = start + text.lastIndexOf(cell);
      const found = statementsIn(`${words}${cell}`, number);
      const unread = words === SUCCESSOR ? unclearStatement(number, cell) : { ...unclearStatement(cell, cell), other: partCode(number) }; // prettier-ignore
      const told = (found.length > 0 ? found : [unread]).map((one) => ({
        ...one,
        condition: one.kind === 'unclear' ? null : (one.condition ?? oldNumbers),
        text: cell,
      }));
      this.relateAll(row, number, told, () => ({ page_number, start: at, end: at + cell.length }));
    }
    for (const line of lines) {
      const before = text.length + 1;
      const all = statementsIn(`${text}\n${line.text}`, number).filter((one) => one.start >= before);
      this.relateAll(row, number, all, (one) => ({
        page_number: line.page_number,
        start: line.start + one.start - before,
        end: line.start + one.end - before,
      }));
    }
    if (isOpen)
      this.relate(part, unclearStatement(number, text.slice(0, MAX_WORDS)), { page_number, start, end: part.end });
  }

  /** @returns those since the last call */
  take(): PartRelation[] {
    const { found } = this;
    this.found = [];
    return found;
  }

  /** After the last row. A guess counts if another row has such a number, and is unclear otherwise. */
  complete(): PartRelation[] {
    const guessed = this.guesses.flatMap(({ relation, statement, own }) =>
      this.numbers.has(relation.one) && this.numbers.has(relation.other)
        ? [relation]
        : asUnclear(statement, own).map(({ kind, one, other }) => ({ ...relation, kind, one, other, condition: null })),
    );
    return [...this.take(), ...guessed];
  }

  /** What a row of an unknown number says of others is unclear, and what it says of the numbers that it can be. */
  private enterUnnamed({ part, cells, written, rest, lines }: RelatedRow): void {
    const { page_number, start, end } = part;
    const text = [part.text, ...lines.map((line) => line.text)].join('\n');
    const stump = written === null ? '' : partCode(written);
    const meant = [stump, stump.replace(/[^A-Z0-9)]+$/u, ''), `${stump}${partCode(rest ?? '')}`].filter(isPartNumber);
    for (const own of meant.length > 0 ? new Set(meant) : [''])
      for (const one of [text, ...cells.map(({ cell, words }) => `${words}${cell}`)].flatMap((words) => statementsIn(words, own)))
        for (const unclear of asUnclear({ ...one, isDashNumber: false }, own))
          if (unclear.one !== '')
            this.relate(part, { ...unclear, other: unclear.other || unclear.one, text: unclear.text.slice(0, MAX_WORDS) }, { page_number, start, end });
  } // prettier-ignore

  private relateAll(
    { part, isDoubtful }: RelatedRow,
    number: string,
    all: readonly PartStatement[],
    placeOf: (one: PartStatement) => PartPlace,
  ): void {
    for (const [index, one] of all.entries()) {
      const unclear = isDoubtful || index >= MAX_RELATIONS_OF_ROW ? asUnclear(one, number) : [one];
      for (const told of unclear)
        this.relate(part, told === one ? one : { ...told, text: told.text.slice(0, MAX_WORDS) }, placeOf(one));
    }
  }

  private relate({ position, number }: Part, statement: PartStatement, place: PartPlace): void {
    const { kind, one, other, text, condition } = statement;
    const relation = { position, kind, one, other, text, condition, ...place };
    if (!statement.isDashNumber || number === null) this.found.push(relation);
    else if (this.guesses.length < MAX_GUESSES) this.guesses.push({ relation, statement, own: number });
    else for (const unclear of asUnclear(statement, number)) this.relate({ position, number } as Part, unclear, place);
  }
}
