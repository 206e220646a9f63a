import { cellsOf, columnFacts } from './facts.js';
import { isLimiting } from './claim-clauses.js';
import { follow, isAtEnd, skipFree, tokensOf, type Token } from './claim-tokens.js';

/** A table row under its header, as it may be said. */
export interface Row {
  columns: Column[];
  /** The other rows of the table, cell by cell. */
  others: readonly (readonly string[])[];
}

interface Column {
  text: string;
  /** Title and cell: as printed, and with the unit of the title at the value instead. */
  ways: { title: Token[]; cell: Token[] }[];
  isLimiting: boolean;
  /** Whether the cell says enough without its title. */
  needsNoTitle: boolean;
}

/** What may stand between cells: it says nothing of them that their columns do not. */
const CONNECTING = new Set(['for', 'on', 'in', 'at', 'to', 'has', 'with', 'from']);
const IDENTIFIER = /^(?=.*\d)[^|]{5,}$/u;

/** A row with its header; null when nobody knows which column a cell is in. */
export function rowOf(row: string, header: string, rows: readonly string[]): Row | null {
  const cells = cellsOf(row, header);
  if (cells.length < 2) return null;
  const others = rows
    .filter((other) => other !== row)
    .map((other) => cellsOf(other, header).map(({ text }) => text))
    .filter((other) => other.length === cells.length);
  return {
    others,
    columns: cells.map(({ title, text }, index) => ({
      text,
      ways: waysOf(title, text),
      isLimiting: isLimiting(text) && /\p{Ll}{2}|\s/u.test(text),
      needsNoTitle: index === 0 && !isLimiting(title),
    })),
  };
}

function waysOf(title: string, text: string): Column['ways'] {
  const [cell, titled] = [tokensOf(text), tokensOf(title)];
  const united = [...columnFacts(text, title)];
  if (united.length === 0) return [{ title: titled, cell }];
  const unit = united[0]?.split('|')[1] ?? '';
  const withUnit = cell.map((token) => (token.word.endsWith('|') ? { ...token, word: `${token.word}${unit}` } : token));
  const bare = tokensOf(title.replace(/[,([]? ?[^\s,([]+[)\]]?$/u, ''));
  return [
    { title: titled, cell },
    { title: bare, cell: withUnit },
  ];
}

/**
 * Whether what is said from `from` on is this row: cells whole, each beside its own title and in their order, or one cell with its title
 * anywhere; the first cell or a part number says which row; what limits is not left out; and no other row says the same of
 * something else.
 */
export function isRowSaid(said: readonly Token[], from: number, row: Row): boolean {
  const listed = inOrder(said, from, row);
  const columns = listed ?? oneValue(said, from, row);
  if (!columns || columns.size < 2) return false;
  const isNamed =
    columns.has(0) ||
    [...columns].some((index) =>
      row.columns[index]?.ways[0]?.cell.some(({ word, isFact }) => isFact && IDENTIFIER.test(word.replace(/\|$/u, ''))),
    );
  if (!isNamed) return false;
  if (row.columns.some((column, index) => column.isLimiting && !columns.has(index))) return false;
  return listed?.size === row.columns.length || !isAmbiguous(row, columns);
}

/** Whether another row has all the cells that are said but one, and the first one among them. */
function isAmbiguous({ columns, others }: Row, said: ReadonlySet<number>): boolean {
  return others.some((other) => {
    const differing = [...said].filter((index) => other[index] !== columns[index]?.text);
    return differing.length === 1 && differing[0] !== 0;
  });
}

/** Cells in the order of their columns, each with its title before or after it. The columns said; null when there is more. */
function inOrder(said: readonly Token[], from: number, { columns }: Row): Set<number> | null {
  const found = new Set<number>();
  let at = from;
  for (let index = 0; index < columns.length; index += 1) {
    const end = columnAt(said, skipConnecting(said, at), columns[index]!);
    if (end === null) continue;
    found.add(index);
    at = end;
  }
  return isAtEnd(said, skipConnecting(said, at)) ? found : null;
}

function columnAt(said: readonly Token[], at: number, { ways, needsNoTitle }: Column): number | null {
  for (const { title, cell } of ways) {
    for (const parts of [[title, cell], [cell, title], ...(needsNoTitle ? [[cell]] : [])]) {
      const end = partsAt(said, at, parts);
      if (end !== null && end > at) return end;
    }
  }
  return null;
}

/** The first cell, one other cell and the title of that, in any order: `On the TR46-200 the main tyre has 7.9 bar`. */
function oneValue(said: readonly Token[], from: number, { columns }: Row): Set<number> | null {
  if (!columns[0]?.needsNoTitle) return null;
  const name = columns[0].ways[0]?.cell ?? [];
  for (let index = 1; index < columns.length; index += 1) {
    for (const { title, cell } of columns[index]!.ways) {
      const orders = [
        [title, name, cell],
        [name, title, cell],
        [cell, title, name],
        [title, cell, name],
        [name, cell, title],
      ];
      for (const parts of orders) {
        const end = partsAt(said, from, parts);
        if (cell.length > 0 && end !== null && isAtEnd(said, end)) return new Set([0, index]);
      }
    }
  }
  return null;
}

function partsAt(said: readonly Token[], from: number, parts: readonly (readonly Token[])[]): number | null {
  let at = from;
  for (const part of parts) {
    const end = follow(said, skipConnecting(said, at), part);
    if (end === null) return null;
    at = part.length > 0 ? end : at;
  }
  return at;
}

function skipConnecting(said: readonly Token[], from: number): number {
  let at = skipFree(said, from);
  while (CONNECTING.has(said[at]?.word ?? '')) at = skipFree(said, at + 1);
  return at;
}
