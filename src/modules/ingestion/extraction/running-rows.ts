import { noticeKind } from './markers.js';
import type { RawPage, Row } from './text-line.js';

/** Pages on either side that a page is compared with; four, because left and right pages have headers of their own. */
export const NEIGHBOUR_PAGES = 4;

/** Rows that are examined at each edge, and how far from the edge (share of the page height) they may stand. */
const EDGE_ROWS = 5;
const EDGE_SHARE = 0.2;

/** Sizes that headings may have above body text before a changing number in them is taken for part of a title. */
const TITLE_SIZE = 1.12;

/** A page split into running header, body and running footer, with what its neighbourhood says about type sizes. */
export interface FramedPage {
  raw: RawPage;
  header: Row[];
  body: Row[];
  footer: Row[];
  /** Size most text of the neighbouring pages is set in, in points. */
  body_size: number;
}

/**
 * Reads pages with a small look-ahead and separates what repeats at their edges from what they say.
 *
 * A row runs when at least two neighbouring pages (or the only other one) show it at the same height with the same
 * words; its numbers may differ by as many pages as lie between. Notices never run: a WARNING on every page is text.
 *
 * @param from first page to deliver; earlier ones only serve as neighbours
 */
export async function* framePages(pages: AsyncIterable<RawPage>, from = 1): AsyncGenerator<FramedPage> {
  const window: RawPage[] = [];
  let next = 0;
  for await (const page of pages) {
    window.push(page);
    if (window.length - next <= NEIGHBOUR_PAGES) continue;
    if (window[next]!.page_number >= from) yield frame(window[next]!, window);
    if (next === NEIGHBOUR_PAGES) window.shift();
    else next += 1;
  }
  for (; next < window.length; next += 1) {
    if (window[next]!.page_number < from) continue;
    yield frame(window[next]!, window.slice(Math.max(0, next - NEIGHBOUR_PAGES)));
  }
}

function frame(raw: RawPage, window: RawPage[]): FramedPage {
  const bodySize = commonSize(window);
  if (!raw.paginated) return { raw, header: [], body: raw.rows, footer: [], body_size: bodySize };
  const others = window.filter((page) => page !== raw && page.rows.length > 0);
  const runs = (row: Row) => isRunning(row, raw, others, bodySize);
  const headerLength = edgeLength(raw.rows, raw.height, runs);
  const rest = raw.rows.slice(headerLength);
  const footerLength = edgeLength([...rest].reverse(), raw.height, runs);
  return {
    raw,
    header: raw.rows.slice(0, headerLength),
    body: rest.slice(0, rest.length - footerLength),
    footer: rest.slice(rest.length - footerLength),
    body_size: bodySize,
  };
}

/** Number of rows from the edge up to and including the innermost running one. */
function edgeLength(fromEdge: Row[], height: number, runs: (row: Row) => boolean): number {
  const isNearEdge = (row: Row) => Math.min(row.y, height - row.y) <= EDGE_SHARE * height;
  let length = 0;
  fromEdge.slice(0, EDGE_ROWS).every((row, i) => {
    if (!isNearEdge(row)) return false;
    const isRun = runs(row);
    if (isRun) length = i + 1;
    return isRun;
  });
  return length;
}

function isRunning(row: Row, page: RawPage, others: RawPage[], bodySize: number): boolean {
  const text = rowText(row);
  if (noticeKind(text) !== null) return false;
  const mayCount = row.size <= TITLE_SIZE * bodySize;
  const matches = others.filter((other) =>
    other.rows.some((candidate) => {
      if (Math.abs(candidate.y - row.y) > 4 && Math.abs(other.height - candidate.y - (page.height - row.y)) > 4)
        return false;
      return isSameLine(text, rowText(candidate), mayCount ? other.page_number - page.page_number : 0);
    }),
  );
  return matches.length >= Math.min(2, Math.max(others.length, 1));
}

/** Equal words, and numbers that are equal or have advanced by the number of pages between. */
function isSameLine(text: string, other: string, pages: number): boolean {
  if (text === other) return true;
  if (pages === 0) return false;
  const parts = text.split(/(\d+)/);
  const otherParts = other.split(/(\d+)/);
  if (parts.length !== otherParts.length) return isRoman(text) && isRoman(other);
  return parts.every((part, i) => part === otherParts[i] || Number(otherParts[i]) - Number(part) === pages);
}

function isRoman(text: string): boolean {
  return /^[ivxlc]{1,7}$/i.test(text);
}

function rowText(row: Row): string {
  return row.segments.map((segment) => segment.text).join(' ');
}

/** The size that most characters of these pages have, to half a point. */
function commonSize(pages: RawPage[]): number {
  const characters = new Map<number, number>();
  for (const row of pages.flatMap((page) => page.rows)) {
    const size = Math.round(row.size * 2) / 2;
    characters.set(size, (characters.get(size) ?? 0) + rowText(row).length);
  }
  return [...characters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [10, 0])[0];
}
