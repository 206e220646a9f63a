import { child, descendants, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';
import { isGrave } from './notice-ledger.js';
import { writeGrave, writeReferenced } from './notices.js';
import type { Place, Writer } from './writer.js';

/** Maximum columns of a table; real ones have a dozen. */
const MAX_COLUMNS = 100;

/** Writes the number, title and picture names of a figure, with its legend below. */
export function writeFigure(w: Writer, figure: XmlElement, place: Place): void {
  const pictures = descendants(figure, 'graphic', 'multimediaObject')
    .map(({ attributes }) => attributes.infoEntityIdent ?? attributes['xlink:href'] ?? '')
    .filter(Boolean)
    .map((name) => name.replace(/^.*ICN-/, 'ICN-'));
  const number = w.index.numbers.get(figure);
  const title = w.text(child(figure, 'title'));
  const names = [...new Set(pictures)].join(', ');
  w.emit(
    { kind: 'figure', text: [number && `Figure ${number}`, title, names && `(${names})`].filter(Boolean).join(' ') },
    place,
  );
  w.children(figure, place, 'title', 'graphic', 'multimediaObject', 'sheet');
  for (const sheet of elements(figure, 'sheet')) {
    writeReferenced(w, sheet, place);
    w.emit({ kind: 'paragraph', text: w.text(child(sheet, 'title')) }, place);
    w.children(sheet, place, 'title', 'graphic', 'multimediaObject');
  }
}

/** Writes a CALS table row by row, ` | ` between cells; a cell over several rows is repeated in each. */
export function writeTable(w: Writer, table: XmlElement, place: Place): void {
  const number = w.index.numbers.get(table);
  const title = w.text(child(table, 'title'));
  if (title !== '' || number !== undefined)
    w.emit({ kind: 'figure', text: [number && `Table ${number}`, title].filter(Boolean).join(' ') }, place);
  for (const group of elements(table)) {
    if (group.name === 'tgroup') writeGroup(w, group, place);
    else if (group.name === 'graphic') writeFigure(w, { ...table, content: [group] }, place);
    else if (group.name !== 'title') w.write(group, place);
  }
}

function writeGroup(w: Writer, group: XmlElement, place: Place): void {
  writeReferenced(w, group, place);
  const columns = new Map(
    elements(group, 'colspec').map(({ attributes }, i): [string, number] => [attributes.colname ?? '', i]),
  );
  for (const part of ['thead', 'tbody', 'tfoot']) {
    /** Text of cells that span rows below, by column. */
    const spans = new Map<number, { text: string; rows: number }>();
    for (const rows of elements(group, part)) writeReferenced(w, rows, place);
    for (const rows of elements(group, part)) for (const gone of elements(rows, 'removed')) w.write(gone, place);
    for (const row of elements(group, part).flatMap((rows) => elements(rows, 'row'))) {
      writeReferenced(w, row, w.limited(row, place));
      for (const notice of descendants(row, 'warning', 'caution', 'warningRef', 'cautionRef'))
        writeGrave(w, notice, place);
      const cells = cellsOf(w, row, columns, spans);
      const header = part === 'thead' ? { header: true as const } : {};
      w.emit({ kind: 'table_row', text: rowText(cells), ...header }, w.limited(row, place));
    }
  }
}

function cellsOf(
  w: Writer,
  row: XmlElement,
  columns: ReadonlyMap<string, number>,
  spans: Map<number, { text: string; rows: number }>,
): string[] {
  const cells: string[] = [];
  const takeSpans = (until: number) => {
    while (cells.length < until || (cells.length < MAX_COLUMNS && (spans.get(cells.length)?.rows ?? 0) > 0)) {
      const span = spans.get(cells.length);
      if (span) span.rows -= 1;
      cells.push(span && span.rows >= 0 ? span.text : '');
    }
  };
  for (const entry of elements(row).filter(({ name }) => name === 'entry' || name === 'entrytbl')) {
    const { colname = '', namest = colname, nameend = namest, morerows = '0' } = entry.attributes;
    takeSpans(Math.min(columns.get(namest) ?? 0, MAX_COLUMNS));
    if (cells.length >= MAX_COLUMNS) break;
    const limit = w.limited(entry, { heading: 1, step: 0 }).applicability;
    const text = `${limit === undefined ? '' : `[Applicable to: ${limit}] `}${cellText(w, entry)}`;
    const width = Math.max(1, Math.min((columns.get(nameend) ?? 0) - (columns.get(namest) ?? 0) + 1, MAX_COLUMNS));
    const rows = Number.parseInt(morerows, 10) || 0;
    if (rows > 0) spans.set(cells.length, { text, rows });
    // Written once: repeating it would show one cell as two.
    cells.push(text, ...Array.from({ length: width - 1 }, () => ''));
  }
  takeSpans(cells.length);
  return cells;
}

/** Paragraphs and list items of a cell on one line. */
function cellText(w: Writer, entry: XmlElement): string {
  const isNotice = (node: XmlElement | string) => typeof node !== 'string' && isGrave(node);
  const content = entry.content.filter((node) => !isNotice(node));
  const inner: XmlElement = { ...entry, content };
  const items = descendants(inner, 'listItem', 'attentionRandomListItem');
  if (items.length === 0) return w.text(inner).replaceAll('|', '/');
  const lead = w.text(withoutLists(inner));
  return [lead, ...items.map((item) => `• ${w.text(withoutLists(item))}`)]
    .filter(Boolean)
    .join(' ')
    .replaceAll('|', '/');
}

function withoutLists(element: XmlElement): XmlElement {
  const content = element.content.flatMap((node) =>
    typeof node === 'string' ? node : /List$/.test(node.name) ? [] : withoutLists(node),
  );
  return { ...element, content };
}

/** Rows of a display caption, their lines side by side. */
export function writeCaptions(w: Writer, group: XmlElement, place: Place): void {
  for (const row of descendants(group, 'captionRow')) {
    w.emit({ kind: 'table_row', text: rowText(elements(row, 'captionEntry').map(plainText)) }, place);
  }
}

/** Empty cells at the end are dropped; those between keep the columns apart. */
export function rowText(cells: readonly string[]): string {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | ');
}
