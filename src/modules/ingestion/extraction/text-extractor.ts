import { readFile } from 'node:fs/promises';
import { ExtractionError } from './extraction-error.js';
import { fileText } from './file-text.js';
import type { LayoutSource } from './page-source.js';
import { cleanLine, withDrawnHyphens } from './text-cleanup.js';
import type { RawPage, Row, Segment } from './text-line.js';

/** Characters of a page of a text without form feeds; it ends at the first paragraph after that many. */
const PAGE_CHARACTERS = 3_000;

/** A page ends even inside a paragraph when that paragraph is longer than this. */
const MAX_PAGE_CHARACTERS = 2 * PAGE_CHARACTERS;

/** Nominal size of a character and height of a line, in points: only their proportions matter to the layout rules. */
const CHARACTER_WIDTH = 6;
const LINE_HEIGHT = 12;

/** Gaps of at least this many spaces (or a tab) separate the cells of a table typed with spaces. */
const CELL_GAP = /\t+| {3,}/;

/**
 * Opens a plain text file. Form feeds end pages; without any, pages of about 3,000 characters are cut at paragraphs.
 *
 * @throws ExtractionError `empty`, `corrupt` or `too_many_pages`
 */
export async function openText(file: string, maxPages = Infinity): Promise<LayoutSource> {
  const bytes = await readFile(file);
  if (bytes.length === 0) throw new ExtractionError('empty');
  // Refused before the text is copied: 20,000 full pages are far below what memory holds.
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

/** Cuts text into pages at blank lines, or at line ends and at last anywhere when there are none. */
export function cutPages(text: string): string[] {
  const pages: string[] = [];
  let rest = text;
  while (rest.length > MAX_PAGE_CHARACTERS) {
    const window = rest.slice(0, MAX_PAGE_CHARACTERS);
    const paragraph = window.indexOf('\n\n', PAGE_CHARACTERS);
    const line = window.indexOf('\n', PAGE_CHARACTERS);
    const space = window.lastIndexOf(' ');
    const end = [paragraph, line, space].find((position) => position > 0) ?? MAX_PAGE_CHARACTERS - 1;
    // Never between the two halves of a character outside the basic plane.
    const cut = /[\ud800-\udbff]/.test(rest.charAt(end)) ? end : end + 1;
    pages.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...pages, rest];
}

function toRawPage(text: string, pageNumber: number, paginated: boolean): RawPage {
  const lines = text.split('\n');
  const rows = lines.map((line, i) => toRow(line, (i + 1) * LINE_HEIGHT)).filter((row) => row.segments.length > 0);
  // A nominal sheet: lines near the edges of a short page must still count as near its edges.
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
