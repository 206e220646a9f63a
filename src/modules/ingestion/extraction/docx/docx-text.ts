/** Characters that Word takes from its Symbol font by number: those that quantities and steps are written with. */
const SYMBOLS: Readonly<Record<string, string>> = {
  b0: '°',
  b1: '±',
  b2: '″',
  a2: '′',
  b3: '≥',
  a3: '≤',
  b4: '×',
  b7: '•',
  b8: '÷',
  b9: '≠',
  bb: '≈',
  a5: '∞',
  ae: '→',
  ac: '←',
  ad: '↑',
  af: '↓',
  '57': 'Ω',
  '6d': 'µ',
  '44': 'Δ',
  '61': 'α',
  '62': 'β',
  '71': 'θ',
  '70': 'π',
  '66': 'φ',
  d0: '∠',
  d6: '√',
  e0: '◊',
};

/** The character of a `w:sym` element; bullets and pictures of other fonts have no text. */
export function symbol(font: string | undefined, code: string | undefined): string {
  const number = Number.parseInt(code ?? '', 16);
  if (!Number.isInteger(number)) return '';
  if (number >= 0xf000 && number <= 0xf0ff) {
    return font === 'Symbol' ? (SYMBOLS[(number - 0xf000).toString(16)] ?? '') : '';
  }
  return number > 0x1f && number <= 0xffff ? String.fromCharCode(number) : '';
}

/** Lines of a cell that may be rows of a table within the row: as many in every cell, none of them prose. */
const MIN_ROWS = 3;
const MAX_ROW_LINE = 80;

/**
 * A row of a table as lines of text, one unless its cells hold whole columns: authors who make one row and press Enter
 * in it mean the first line of each cell to be read together.
 *
 * @param cells paragraphs of each cell
 */
export function rowTexts(cells: readonly (readonly string[])[]): string[] {
  const lines = cells.map((cell) => withoutEnd(cell.flatMap((text) => text.split('\n').map(oneLine))));
  const filled = lines.filter((cell) => cell.some(Boolean));
  const count = filled[0]?.length ?? 0;
  const isColumns =
    filled.length > 1 &&
    count >= MIN_ROWS &&
    filled.every((cell) => cell.length === count && cell.every((line) => line.length <= MAX_ROW_LINE));
  const rows = isColumns
    ? Array.from({ length: count }, (_, i) => lines.map((cell) => cell[i] ?? ''))
    : [lines.map((cell) => cell.filter(Boolean).join(' '))];
  return rows.filter((row) => row.some(Boolean)).map((row) => row.join(' | '));
}

/** Without empty lines at the end. */
function withoutEnd(lines: string[]): string[] {
  return lines.slice(0, lines.findLastIndex(Boolean) + 1);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
