import type { Quantity } from '@amks/language/facts/passage-facts.js';
import { findQuantities } from '@amks/language/quantities/quantities.js';
import { readUnit } from '@amks/language/quantities/unit-reader.js';
import { normalizeTypography } from '@amks/language/text/typography.js';

const COLUMN_BREAK = /\t|\s\|\s| {2,}/u;
/** The last part of a column title: `N·m`, `Torque (N·m)`, `Pressure, bar`. */
const LAST_PART = /(?:^|[,(\[] ?)([^,()[\]]+)[)\]]?$/u;

/** The cells of a row with their titles; none if row and header have different numbers of cells. */
export function cellsOf(row: string, header: string): { title: string; text: string }[] {
  const titles = header.trim().split(COLUMN_BREAK).map(normalizeTypography);
  const cells = row.trim().split(COLUMN_BREAK).map(normalizeTypography);
  if (cells.length !== titles.length) return [];
  return cells.map((text, column) => ({ title: titles[column]?.trim() ?? '', text: text.trim() }));
}

/** Quantities of a row whose unit is in the header, as in the column `Torque (N·m)`. */
export function quantitiesUnderHeader(row: string, header: string): Quantity[] {
  return cellsOf(row, header).flatMap(({ title, text }) => {
    const part = LAST_PART.exec(title)?.[1] ?? '';
    const unit = readUnit(` ${part}`, 0, true);
    return unit && unit.end === part.length + 1 ? findQuantities(`${text} ${part}`, null) : [];
  });
}
