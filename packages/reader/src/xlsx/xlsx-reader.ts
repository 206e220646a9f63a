import { openZip, type ZipArchive, type ZipEntry } from '../archive/zip-archive.js';
import type { MarkupSource } from '../document/page-source.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { MarkupBuilder } from '../markup/markup-builder.js';
import { markupSource } from '../markup/markup-source.js';
import { CoreProperties } from '../office/core-properties.js';
import { DrawingText } from '../office/drawing-text.js';
import { OfficeParts } from '../office/office-parts.js';
import type { Attribute } from '../office/part-xml.js';
import { TableWriter } from '../tabular/table-writer.js';
import { writeSheet } from './sheet-rows.js';
import { CellStyles, SharedStrings, Workbook } from './workbook.js';
import { rangeOf, Worksheet, type CellContext, type CellRange } from './worksheet.js';

const MAX_NAMED = 10;

/** Cells between two calls of `onAlive`. */
const ALIVE_CELLS = 10_000;

/**
 * Opens a workbook (ECMA-376, transitional and strict). Each sheet starts a page with its name as heading. Reads the cells that Excel
 * shows; nothing is computed or fetched. Charts and pictures are not read.
 * @param onAlive called periodically: large workbooks take longer than the time limit for a page
 * @throws ExtractionError `corrupt`, `encrypted`, `archive_…`, `docx_doctype`, `too_complex`, `table_size`, `too_much_text`, `too_many_pages`
 */
export async function openXlsx(file: string, limits: ExtractionLimits, onAlive: () => void): Promise<MarkupSource> {
  const zip = await openZip(file, limits.archive);
  try {
    return await readXlsx(zip, limits, cellCounter(limits.table.max_cells, onAlive));
  } finally {
    zip.close();
  }
}

async function readXlsx(zip: ZipArchive, limits: ExtractionLimits, count: () => void): Promise<MarkupSource> {
  const parts = await OfficeParts.open(zip, limits.xml, 'xl/workbook.xml');
  const [workbook, strings, styles] = [new Workbook(), new SharedStrings(limits), new CellStyles()];
  const core = new CoreProperties();
  await parts.read(parts.main, workbook);
  for (const part of parts.parts('sharedStrings')) await parts.read(part, strings);
  for (const part of parts.parts('styles')) await parts.read(part, styles);
  for (const part of parts.parts('core-properties')) await parts.read(part, core);
  const builder = new MarkupBuilder(limits.max_file_text_bytes);
  const writer = new TableWriter(builder, limits.max_pages);
  const context = { strings, styles, is1904: workbook.is1904, isStale: workbook.isStale, count };
  const hidden: string[] = [];
  for (const { name, id, isHidden } of workbook.sheets) {
    const part = parts.byId(id, 'worksheet');
    if (!part) continue;
    if (isHidden) hidden.push(name);
    else await readSheet(parts, part, name, context, writer, limits);
  }
  const { title, language } = core.values;
  return markupSource(builder, { title: title ?? null, language, warnings: hiddenWarning(hidden) }, limits);
}

async function readSheet(
  parts: OfficeParts,
  part: ZipEntry,
  name: string,
  context: CellContext,
  writer: TableWriter,
  limits: ExtractionLimits,
): Promise<void> {
  const sheet = new Worksheet(context, limits.table);
  await parts.read(part, sheet);
  const boxes = new DrawingText();
  for (const drawing of await parts.partsOf(part, 'drawing')) await parts.read(drawing, boxes);
  const texts = boxes.take();
  if (sheet.rows.length === 0 && texts.length === 0) return;
  const tables: CellRange[] = [...sheet.filters];
  for (const table of await parts.partsOf(part, 'table')) {
    await parts.read(table, {
      open: (element, attribute) => void (element === 'x:table' && tables.push(...headedRange(attribute))),
      text: () => undefined,
      close: () => undefined,
    });
  }
  writer.startSheet(name);
  if ((await parts.partsOf(part, 'comments')).length > 0) writer.leaveOut('comment');
  writeSheet(sheet, tables, writer, limits.table);
  for (const text of texts) writer.addText(text);
}

function headedRange(attribute: Attribute): CellRange[] {
  const range = rangeOf(attribute('ref'));
  return range && attribute('headerRowCount') !== '0' ? [range] : [];
}

function cellCounter(most: number, onAlive: () => void): () => void {
  let cells = 0;
  return () => {
    cells += 1;
    if (cells % ALIVE_CELLS === 0) onAlive();
    if (cells > most) throw new ExtractionError('table_size', `${cells} cells`);
  };
}

function hiddenWarning(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ' and more' : '');
  return [`Hidden sheets were not read: ${shown}.`];
}
