import { readFile } from 'node:fs/promises';
import { ExtractionError } from '../errors/extraction-error.js';
import { fileText } from '../text/file-text.js';
import type { LayoutSource } from '../document/page-source.js';
import { cleanLine, withDrawnHyphens } from '../text/text-cleanup.js';
import type { RawPage, Row, Segment } from '../layout/rows/text-line.js';

/** Characters of a page without form feeds; it ends at the next paragraph. */
const PAGE_CHARACTERS = 3_000;

/** A page ends inside a paragraph that is longer than this. */
const MAX_PAGE_CHARACTERS = 2 * PAGE_CHARACTERS;

/** Nominal size of a character and height of a line, in points; the layout rules need only proportions. */
const CHARACTER_WIDTH = 6;
const LINE_HEIGHT = 12;

/** A gap of this many spaces, or a tab, separates cells. */
const CELL_GAP = /\t+| {3,}/;

/** Opens a plain text file; see `cutPages` for files without form feeds. @throws ExtractionError `empty`, `corrupt`, `too_many_pages` */
export async function openText(file: string, maxPages = Infinity): Promise<LayoutSource> {
  const bytes = await readFile(file);
  if (bytes.length === 0) throw new ExtractionError('empty');
  // Checked before the text is copied.
  if (bytes.length > 4 * MAX_PAGE_CHARACTERS * maxPages)
    throw new ExtractionError('too_many_pages', `${bytes.length} bytes`);
  const { text: written, warnings } = fileText(bytes);
  const text = written.replace(/\r\n?|[\v\u0085\u2028]/g, '\n').replace(/\x1a+$/, '');
  const paginated = text.includes('\f');
  const pages = paginated ? text.replace(/\f\s*$/, '').split('\f') : cutPages(text);
  if (pages.length > maxPages) throw new ExtractionError('too_many_pages', `${pages.length} pages`);
  return {
    kind: 'layout',
    document: { page_count: pages.length, title: null, outline: [], language: null },
    warnings,
    // eslint-disable-next-line @typescript-eslint/require-await -- same shape as the PDF reader
    async *pages(from) {
      for (let number = Math.max(1, from); number <= pages.length; number += 1) {
        yield toRawPage(pages[number - 1]!, number, paginated);
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Cuts text into pages at blank lines, or else at line ends or anywhere. */
export function cutPages(text: string): string[] {
  const pages: string[] = [];
  let rest = text;
  while (rest.length > MAX_PAGE_CHARACTERS) {
    const window = rest.slice(0, MAX_PAGE_CHARACTERS);
    const paragraph = window.indexOf('\n\n', PAGE_CHARACTERS);
    const line = window.indexOf('\n', PAGE_CHARACTERS);
    const space = window.lastIndexOf(' ');
    const end = [paragraph, line, space].find((position) => position > 0) ?? MAX_PAGE_CHARACTERS - 1;
    // Never inside a surrogate pair.
    const cut = /[\ud800-\udbff]/.test(rest.charAt(end)) ? end : end + 1;
    pages.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...pages, rest];
}

function toRawPage(text: string, pageNumber: number, paginated: boolean): RawPage {
  const lines = text.split('\n');
  const rows = lines.map((line, i) => toRow(line, (i + 1) * LINE_HEIGHT)).filter((row) => row.segments.length > 0);
  // A nominal sheet: lines near the edges of a short page must remain near its edges.
  const height = (lines.length + 1) * LINE_HEIGHT;
  return { page_number: pageNumber, label: null, height, rows, paginated };
}

function toRow(line: string, y: number): Row {
  const segments: Segment[] = [];
  let column = 0;
  for (const part of line.replace(/\t/g, '    ').split(new RegExp(`(${CELL_GAP.source})`))) {
    const text = cleanLine(withDrawnHyphens(part));
    const indent = part.length - part.trimStart().length;
    if (text !== '') {
      segments.push({ text, x: (column + indent) * CHARACTER_WIDTH, right: (column + part.length) * CHARACTER_WIDTH });
    }
    column += part.length;
  }
  return { segments, y, size: LINE_HEIGHT / 1.2, bold: false, rtl: false };
}
