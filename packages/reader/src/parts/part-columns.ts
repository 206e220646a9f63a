import { isPartNumber, isShortNumber } from './part-number.js';

/** What a column of a parts list holds. `neutral`: nothing about replacements or aircraft. `model`: whether the row is for an aircraft that the head names. */
export type PartColumn =
  | 'figure'
  | 'item'
  | 'number'
  | 'stock'
  | 'nomenclature'
  | 'vendor'
  | 'effectivity'
  | 'usage'
  | 'quantity'
  | 'successor'
  | 'predecessor'
  | 'neutral'
  | 'model'
  | 'other';

/** Longer rows are no heads. */
const MAX_COLUMNS = 12;

const LABELS: readonly [PartColumn, RegExp][] = [
  ['stock', /STOCK (?:NO|NUMBER)|\bASN\b/],
  ['successor', /^(?:REPLACED|REPLD|SUPERSEDED|SUPSD) BY\b/],
  ['predecessor', /^(?:REPLACES|SUPERSEDES)\b|^(?:OLD|PREVIOUS|FORMER|SUPERSEDED) (?:PART (?:NUMBER|NO)|P ?\/ ?N)\b/],
  ['number', /^(?:NEW |MFR\.? |MANUFACTURER'?S? |VENDOR )?(?:PART (?:NUMBER|NO)|P ?\/ ?N)\b/],
  ['nomenclature', /NOMENCLATURE|^DESCRIPTION|^DESIGNATION|^1 ?2 ?3 ?4 ?5 ?6 ?7$/],
  ['item', /^(?:FIG(?:URE)?\b\.?\s?[-/&]?\s?)?(?:AND )?(?:ITEM|INDEX|CSN|POS(?:ITION)?)\b(?:\.? (?:NO|NUMBER))?\.?$/],
  ['figure', /^FIG(?:URE)?\.?(?: NO\.?)?$/],
  ['vendor', /^(?:VENDOR|CAGE|NCAGE|MFR|FSCM|SUPPLIER|MANUFACTURER)\b/],
  ['usage', /^(?:USAGE|USABLE ON|UOC|USE)\b/],
  ['effectivity', /^(?:EFF(?:ECT(?:IVITY|IVE)?)?|APPLICABILITY|SERIAL)\b/],
  ['quantity', /^(?:UNITS|UPA|QPA|QTY|QUANTITY|QTE)\b/],
  [
    'model',
    /^(?:(?:A ?\/ ?C|AIRCRAFT|AIRPLANE|HELICOPTER)\b|MODELS?\b|TYPES?$|VARIANTS?$|VERSIONS?$|SERIES$|CONFIG|USED ON\b|MSN\b|S ?\/ ?N\b|L ?\/ ?N\b|FLEET\b|TAIL\b|REG(?:\b|ISTR)|LINE N|RANGE\b|FROM\b|.*(?:EFFECTIVITY|APPLICAB|SERIAL|\bMSN\b)|(?:[A-Z]{1,4}[- ]?)?-?\d{2,4}(?:-\d{1,4}[A-Z]{0,3})?$)/,
  ],
  ['neutral', /^(?:SMR|UOM|U ?\/ ?M|UNIT OF|WEIGHT|PRICE)\b/],
];

const UNCOUNTED: readonly PartColumn[] = ['neutral', 'model', 'other'];
const HYPHENS = /[\u2010-\u2015\u2212]/gu;
const NUMBERS: readonly PartColumn[] = ['number', 'successor', 'predecessor'];

/** What a cell must look like to be read as that of a column, except of those with part numbers. */
const SHAPES: Record<Exclude<PartColumn, 'number' | 'successor' | 'predecessor'>, RegExp> = {
  figure: /^\d{1,4}[A-Z]?(?:-\d{1,3}[A-Z]?)?$/,
  item: /^(?:\d{1,3}[A-Z]? ?)?[-–]? ?\d{1,4} ?[A-Z]{0,2}$/,
  stock: /^(?=.*\d)[A-Z0-9][A-Z0-9./ -]{2,24}$/,
  nomenclature: /[A-Za-z]{2}/,
  vendor: /^(?:V ?)?(?=[A-Z]{0,5}\d)[A-Z0-9]{5}$/,
  effectivity:
    /^(?:ALL|[A-Z]{1,3}(?: ?[,/&] ?[A-Z]{1,3})*|(?:MSN |S\/N |A\/C |L\/N )?\d{3,6}(?:(?: ?[-–,&/] ?| TO | AND | )\d{3,6}){0,40}|(?:PRE|POST)[ -].{3,60})$/,
  usage: /^(?:ALL|[A-Z][A-Z0-9]{0,3}(?: ?[,/& ] ?[A-Z][A-Z0-9]{0,3}){0,12})$/,
  quantity: /^(?:\d{1,4}(?:[.,]\d{1,3})?|AR|A\/R|RF|REF|NP)$/,
  neutral: /^/,
  model: /^/,
  other: /^/,
};
/** Words of a code alone are no nomenclature: they would be read as such in the cell next to it. */
const CODE = /^(?=.*\d.*\d.*\d)[A-Z0-9][A-Z0-9./-]*$/;

/** The columns of a row of labels, or null. Labels of several lines are joined. */
export function columnsOf(cells: readonly string[]): PartColumn[] | null {
  if (cells.length < 3 || cells.length > MAX_COLUMNS) return null;
  const columns = cells.map((cell): PartColumn => {
    const label = cell.toUpperCase().replace(/\s+/g, ' ').trim();
    return LABELS.find(([, pattern]) => pattern.test(label.replace(/^1 ?2 ?3 ?4 ?5 ?6 ?7 (?=.)/, '')))?.[0] ?? 'other';
  });
  const has = (column: PartColumn): boolean => columns.filter((one) => one === column).length === 1;
  const isOnce = columns.every((one) => UNCOUNTED.includes(one) || has(one));
  const isPlaced =
    has('item') || (has('quantity') && (has('vendor') || has('effectivity') || has('figure') || has('predecessor')));
  return isOnce && has('number') && has('nomenclature') && isPlaced ? columns : null;
}

/** The cells of a row by column. Cells that can be of several columns are left out. */
export function cellsByColumn(
  cells: readonly string[],
  columns: readonly PartColumn[],
): Partial<Record<PartColumn, string>> {
  if (cells.length === columns.length) {
    const pairs = columns.map((column, index): [PartColumn, string] => [column, cells[index]!]);
    return Object.fromEntries(pairs.filter(([column, cell]) => fits(cell, column) || isNumberOf(cell, column)));
  }
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length > columns.length) return {};
  const readings = alignments(filled, columns);
  const [first, ...others] = readings;
  if (!first) return {};
  const same = Object.entries(first).filter(([column, cell]) =>
    others.every((other) => other[column as PartColumn] === cell),
  );
  return Object.fromEntries(same);
}

/** All ways to give each cell a column, in order. With at most twelve columns, there are at most 924. */
function alignments(cells: readonly string[], columns: readonly PartColumn[]): Partial<Record<PartColumn, string>>[] {
  const [cell, ...rest] = cells;
  if (cell === undefined) return [{}];
  return columns.flatMap((column, index) => {
    if (columns.length - index < cells.length || !fits(cell, column)) return [];
    return alignments(rest, columns.slice(index + 1)).map((one) => ({ [column]: cell, ...one }));
  });
}

function fits(cell: string, column: PartColumn): boolean {
  if (cell === '') return false;
  if (isOfNumbers(column)) return isPartNumber(cell.replace(HYPHENS, '-'));
  return column === 'nomenclature' ? SHAPES.nomenclature.test(cell) && !CODE.test(cell) : SHAPES[column].test(cell);
}

/** Only in a row with all cells, where the head tells the column. */
function isNumberOf(cell: string, column: PartColumn): boolean {
  return column === 'number' && isShortNumber(cell);
}

function isOfNumbers(column: PartColumn): column is 'number' | 'successor' | 'predecessor' {
  return NUMBERS.includes(column);
}

/** Symbols of interchangeability, and words that deny. */
const SYMBOL = /^\(?(?:OW|TW|NI|NO|NOT|ONE|ONLY)(?![A-Z0-9.])/;
const NOT_SHOWN = /^NOT (?:ILLUSTRATED|ILLUS|SHOWN)\b/;

/** Whether a cell in capitals can narrow what other cells of the row say of another number. */
export function isSymbol(cell: string): boolean {
  return SYMBOL.test(cell) && !NOT_SHOWN.test(cell);
}

/** Cells that can narrow what the row says of another number: symbols, and cells that are not understood. */
export function doubtfulCells(cells: readonly string[], columns: readonly PartColumn[]): string[] {
  const found = cellsByColumn(cells, columns);
  const isAligned = cells.length === columns.length;
  const understood = Object.entries(found).flatMap(([column, cell]) => (column === 'other' ? [] : [cell]));
  return cells.filter((cell, index) => {
    if (/^[-\u2010-\u2015]*$/.test(cell)) return false;
    const column = isAligned ? columns[index]! : null;
    const isUnderstood = isAligned
      ? column !== 'other' && (fits(cell, column!) || isNumberOf(cell, column!))
      : understood.includes(cell);
    return !isUnderstood || (isSymbol(cell.toUpperCase()) && found.nomenclature !== cell);
  });
}

/** What can tell that the row is for some aircraft, in a column whose head does not tell what it holds: all but words in lower case. */
const MARK = /\d|^(?!.*\p{Ll}{2}).|^[Xx]+$/u;

/** Whether columns that are not understood can limit the row to some aircraft: those of models, and marks. */
export function isMarked(cells: readonly string[], columns: readonly PartColumn[]): boolean {
  if (columns.includes('model')) return true;
  if (!columns.includes('other')) return false;
  const isAligned = cells.length === columns.length;
  const understood = isAligned
    ? []
    : Object.entries(cellsByColumn(cells, columns)).flatMap(([column, cell]) => (column === 'other' ? [] : [cell]));
  return cells.some(
    (cell, index) => MARK.test(cell) && (isAligned ? columns[index] === 'other' : !understood.includes(cell)),
  );
}

const REST = /^(?=-|.*\d)[A-Z0-9./+()=*\u2010-\u2015\u2212-]+$/;

/** What can be the rest of the number above, in a row that begins no part; null if there is nothing like it. */
export function continuedNumber(cells: readonly string[], columns: readonly PartColumn[]): string | null {
  const filled = cells.filter((cell) => cell !== '');
  const isAligned = cells.length === columns.length;
  const cell = isAligned ? cells[columns.indexOf('number')]! : filled.length === 1 ? filled[0]! : '';
  const isRest = isAligned ? /^\S+$/.test(cell) : REST.test(cell);
  return isRest ? cell : (filled.find((one) => !isAligned && /^-\d/.test(one)) ?? null);
}
