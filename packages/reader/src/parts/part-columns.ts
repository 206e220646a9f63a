/** What a column of a parts list holds. */
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
];

const PART_NUMBER = /^(?=[^\s]{3,40}$)(?=.*\d)[A-Z0-9][A-Z0-9./+()=*\u2010-\u2015\u2212-]*$/;

/** What a cell must look like to be read as that of a column. */
const SHAPES: Record<PartColumn, RegExp> = {
  figure: /^\d{1,4}[A-Z]?(?:-\d{1,3}[A-Z]?)?$/,
  item: /^(?:\d{1,3}[A-Z]? ?)?[-–]? ?\d{1,4} ?[A-Z]{0,2}$/,
  number: PART_NUMBER,
  successor: PART_NUMBER,
  predecessor: PART_NUMBER,
  stock: /^(?=.*\d)[A-Z0-9][A-Z0-9./ -]{2,24}$/,
  nomenclature: /[A-Za-z]{2}/,
  vendor: /^(?:V ?)?(?=[A-Z]{0,5}\d)[A-Z0-9]{5}$/,
  effectivity:
    /^(?:ALL|[A-Z]{1,3}(?: ?[,/&] ?[A-Z]{1,3})*|(?:MSN |S\/N |A\/C |L\/N )?\d{3,6}(?:(?: ?[-–,&/] ?| TO | AND | )\d{3,6}){0,40}|(?:PRE|POST)[ -].{3,60})$/,
  usage: /^(?:ALL|[A-Z][A-Z0-9]{0,3}(?: ?[,/& ] ?[A-Z][A-Z0-9]{0,3}){0,12})$/,
  quantity: /^(?:\d{1,4}(?:[.,]\d{1,3})?|AR|A\/R|RF|REF|NP)$/,
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
  const isOnce = columns.every((one) => one === 'other' || has(one));
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
    return Object.fromEntries(pairs.filter(([column, cell]) => fits(cell, column)));
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
  return column === 'nomenclature' ? SHAPES.nomenclature.test(cell) && !CODE.test(cell) : SHAPES[column].test(cell);
}
