/** Longest name of a column. */
const MAX_LABEL = 60;

const SENTENCE = /\s\S+\s.*[.!?;]$/;
const NOTICE = /^\W*(?:DANGER|WARNING|CAUTION|NOTE)S?\s*[:!]/i;

/** Whether the first row of a table names its columns. Rows without names for all columns have values. */
export function isHeader(cells: readonly string[], next: readonly string[]): boolean {
  const labels = cells.filter(Boolean);
  const width = cells.length - cells.findIndex(Boolean);
  const unnamed = next.filter((cell, i) => cell !== '' && !cells[i]).length;
  return labels.length >= 2 && labels.length >= width - 1 && unnamed <= 1 && labels.every(isLabel);
}

/** Whether a cell may name a column. Numbers, dates, part numbers, sentences and notices do not. */
export function isLabel(cell: string): boolean {
  if (cell.length > MAX_LABEL || /^[-+±<>≤≥~]?\s*\d/.test(cell) || NOTICE.test(cell) || SENTENCE.test(cell))
    return false;
  if (/^(?:#|%|№|\([^)]*\)|\[[^\]]*\])$/.test(cell)) return true;
  const letters = cell.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 && (cell.match(/\p{N}/gu)?.length ?? 0) <= letters;
}

/**
 * Names of columns in two rows, the upper of which extend over several columns: `Torque (N·m)` over `min` and `max`.
 * @param covered columns over which a cell of the upper row extends, with the column where it begins
 */
export function joinedHeader(
  upper: readonly string[],
  lower: readonly string[],
  covered: ReadonlyMap<number, number>,
): string[] {
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, i) => {
    const [above, below] = [upper[covered.get(i) ?? i] ?? '', lower[i] ?? ''];
    return above === below ? above : [above, below].filter(Boolean).join(' ');
  });
}
