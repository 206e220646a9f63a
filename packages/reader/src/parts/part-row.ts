import { cellsByColumn, isMarked, type PartColumn } from './part-columns.js';
import { flaggedNumber } from './part-number.js';
import type { Part } from './part.types.js';

/** What a row says by itself. */
export type PartFields = Pick<
  Part,
  | 'figure'
  | 'item'
  | 'not_illustrated'
  | 'number'
  | 'nomenclature'
  | 'indenture'
  | 'quantity'
  | 'vendor'
  | 'stock_number'
  | 'effectivity'
  | 'usage_code'
  | 'attaching'
  | 'is_partial'
> & {
  /** Cells of columns for what replaces the part, and what it replaces. */
  successor: string | null;
  predecessor: string | null;
  /** Whether such a cell was not understood. */
  isOpen: boolean;
};

const NOTHING: PartFields = {
  ...{ figure: null, item: null, not_illustrated: false, number: null, nomenclature: null, indenture: null },
  ...{ quantity: null, vendor: null, stock_number: null, effectivity: null, usage_code: null, attaching: false },
  is_partial: false,
  ...{ successor: null, predecessor: null, isOpen: false },
};
const DOTS = /^[.\s]*/;
/** `1 -10A`: figure, hyphen of an item that is not illustrated, item. */
const ITEM = /^(?:(\d{1,3}[A-Z]?)(?: | ?(?=[-–])))?([-–]?) ?(\d{1,4} ?[A-Z]{0,2})$/;
const LABELLED = /^Figure \S/;

/** Reads a row below a head. Cells that are not understood are null. */
export function readRow(cells: readonly string[], columns: readonly PartColumn[]): PartFields {
  const found = cellsByColumn(cells, columns);
  const isLimited = columns.includes('effectivity') || columns.includes('usage');
  // What a flag behind the number means is not known: it can limit the row, or tell that the part is replaced. An asterisk can stand for digits.
  const numberAt = cells.length === columns.length ? columns.indexOf('number') : -1;
  const flagged = found.number === undefined && numberAt >= 0 ? flaggedNumber(cells[numberAt]!) : null;
  const isPartial = Object.keys(found).length < cells.filter((cell) => cell !== '').length;
  const at = columns.indexOf('successor');
  const hasSuccessor = at >= 0 && (cells.length !== columns.length || cells[at] !== '');
  const [, figure, hyphen, item] = ITEM.exec(found.item ?? '') ?? [];
  return {
    ...NOTHING,
    ...named(found.nomenclature),
    figure: found.figure ?? figure ?? null,
    item: item?.replace(' ', '') ?? null,
    // In `1-10`, the hyphen separates the figure from the item.
    not_illustrated: hyphen !== undefined && hyphen !== '' && !/\d[A-Z]?[-–]\d/u.test(found.item ?? ''),
    number: found.number ?? (flagged !== null && cells[numberAt]!.includes('*') ? null : flagged),
    quantity: found.quantity ?? null,
    vendor: found.vendor ?? null,
    stock_number: found.stock ?? null,
    successor: found.successor ?? null,
    predecessor: found.predecessor ?? null,
    effectivity: found.effectivity ?? null,
    usage_code: found.usage ?? null,
    isOpen: (hasSuccessor && found.successor === undefined && isPartial) || flagged !== null,
    is_partial: (isLimited && isPartial) || flagged !== null || isMarked(cells, columns),
  };
}

/** Reads a row of S1000D parts data, as the reader writes it: `Figure 01A | Item 002 | P/N … | CAGE … | Qty 1 | . . Wheel`. Null for others. */
export function readLabelledRow(cells: readonly string[]): PartFields | null {
  const [first = ''] = cells;
  if (!LABELLED.test(first)) return null;
  const after = (label: string): string | null =>
    cells.find((cell) => cell.startsWith(label))?.slice(label.length) ?? null;
  const number = after('P/N ');
  if (number === null) return null;
  const last = cells.findLastIndex((cell) => /^(?:P\/N|CAGE|Qty) /.test(cell));
  const words = cells[last + 1];
  const name =
    words === undefined || /^(?:NSN|Applicable to|Optional part) |^not illustrated$|^[a-z ]+: /.test(words)
      ? undefined
      : words;
  const limits = after('Applicable to ');
  const isCode = limits !== null && /^[A-Z0-9]{1,4}(?:, [A-Z0-9]{1,4})*$/.test(limits);
  return {
    ...NOTHING,
    ...named(name?.replace(/ \(attaching part\)$/, '')),
    figure: first.slice('Figure '.length),
    item: after('Item '),
    not_illustrated: cells.includes('not illustrated'),
    number,
    quantity: after('Qty '),
    vendor: after('CAGE '),
    stock_number: after('NSN '),
    effectivity: isCode ? null : limits,
    usage_code: isCode ? limits : null,
    attaching: name?.endsWith(' (attaching part)') ?? false,
  };
}

function named(words: string | undefined): Pick<Part, 'nomenclature' | 'indenture'> {
  if (words === undefined) return { nomenclature: null, indenture: null };
  const dots = DOTS.exec(words)![0];
  const nomenclature = words.slice(dots.length);
  return { nomenclature, indenture: 1 + dots.replace(/\s/g, '').length };
}
