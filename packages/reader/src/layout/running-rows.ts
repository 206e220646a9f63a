import { noticeKind, stepMarker } from '../notices/markers.js';
import type { RawPage, Row } from './rows/text-line.js';

/** Neighboring pages on each side to compare with: left and right pages may have different headers. */
export const NEIGHBOUR_PAGES = 4;

/** Rows examined at each edge, and their maximum distance from it (share of the page height). */
const EDGE_ROWS = 5;
const EDGE_SHARE = 0.2;

/** Distance in font sizes beyond which repeated rows are not part of a header or footer. */
const MAX_DISTANCE = 6;

/** Relative size above which a changing number is part of a title. */
const TITLE_SIZE = 1.12;

/** A page split into running header, body and running footer. */
export interface FramedPage {
  raw: RawPage;
  header: Row[];
  body: Row[];
  /** Slanted text of this page only, such as labels of a drawing. */
  slanted: Row[];
  footer: Row[];
  /** Most frequent size of text on the neighboring pages, in points. */
  body_size: number;
}

/**
 * Reads pages with a small look-ahead and separates running headers and footers from the body.
 * A row is running if at least two neighboring pages (or the only other one) have it at the same height with the same words. Numbers may
 * differ if the type is no larger than body text (in bold type only on the adjacent pages), so that "FAULT 12" on its own page stays a
 * title. Rows between running rows are running too. Notices and steps never are.
 * @param from first page to deliver; earlier ones only serve as neighbors
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
  const plain = { header: [], slanted: [], footer: [], body_size: bodySize };
  if (!raw.paginated) return { raw, ...plain, body: raw.rows };
  const others = window.filter((page) => page !== raw && page.rows.length > 0);
  const runs = (row: Row) => isRunning(row, raw, others, bodySize);
  const isPlace = (row: Row) =>
    !isTitle(row, bodySize) &&
    !isAlwaysText(rowText(row)) &&
    isMajority(
      others.filter((other) => atSameHeight(row, raw, other, 1.5).length > 0),
      others,
    );
  // A sideways table has an upright frame.
  const upright = raw.rows.filter(({ sideways, slanted }) => !sideways && !slanted);
  const straight = raw.rows.filter(({ slanted }) => !slanted);
  const rows = upright.length > 0 ? upright : straight;
  const slanted = raw.rows.filter((row) => row.slanted);
  const headerLength = edgeLength(rows, raw.height, runs, isPlace);
  const rest = rows.slice(headerLength);
  const footerLength = edgeLength([...rest].reverse(), raw.height, runs, isPlace);
  return {
    raw,
    header: rows.slice(0, headerLength),
    body: [...rest.slice(0, rest.length - footerLength), ...straight.filter((row) => !rows.includes(row))],
    slanted: slanted.filter((row) => !runs(row)),
    footer: [...rest.slice(rest.length - footerLength), ...slanted.filter(runs)],
    body_size: bodySize,
  };
}

/** Number of rows to the innermost running row. Rows in between belong to the frame if neighboring pages have text at their height. */
function edgeLength(
  fromEdge: Row[],
  height: number,
  runs: (row: Row) => boolean,
  isPlace: (row: Row) => boolean,
): number {
  let length = 0;
  for (const [i, row] of fromEdge.slice(0, EDGE_ROWS).entries()) {
    if (Math.min(row.y, height - row.y) > EDGE_SHARE * height) break;
    if (i > 0 && Math.abs(row.y - fromEdge[i - 1]!.y) > MAX_DISTANCE * row.size) break;
    if (runs(row)) length = i + 1;
    else if (!isPlace(row)) break;
  }
  return length;
}

/** Rows of a page at the same height, from the top or from the bottom. */
function atSameHeight(row: Row, page: RawPage, other: RawPage, tolerance: number): Row[] {
  const offset = other.height - page.height;
  return other.rows.filter(
    (candidate) => Math.min(Math.abs(candidate.y - row.y), Math.abs(candidate.y - row.y - offset)) <= tolerance,
  );
}

function isMajority(matches: RawPage[], others: RawPage[]): boolean {
  return matches.length >= Math.min(2, Math.max(others.length, 1));
}

function isRunning(row: Row, page: RawPage, others: RawPage[], bodySize: number): boolean {
  const text = rowText(row);
  if (isAlwaysText(text)) return false;
  const isSame = (candidate: Row, pages: number) => {
    const other = rowText(candidate);
    if (row.size > TITLE_SIZE * bodySize) return other === text;
    return row.bold ? isCounted(text, other, pages) : withoutNumbers(other) === withoutNumbers(text);
  };
  const [label] = row.segments;
  const isSameLabel = (candidate: Row) => label!.text.length >= 4 && candidate.segments[0]?.text === label!.text;
  return isMajority(
    others.filter(
      (other) =>
        atSameHeight(row, page, other, 4).some((line) => isSame(line, other.page_number - page.page_number)) ||
        // "EFFECTIVITY: ALL" here, "EFFECTIVITY: MSN 5001" there.
        (row.segments.length > 1 && atSameHeight(row, page, other, 1.5).some(isSameLabel)),
    ),
    others,
  );
}

/** Notices and numbered steps are never running: the same step on two pages may have another torque. `- 12 -` is a footer. */
function isAlwaysText(text: string): boolean {
  return noticeKind(text) !== null || !['•', undefined].includes(stepMarker(text)?.style);
}

function isTitle(row: Row, bodySize: number): boolean {
  return row.bold || row.size > TITLE_SIZE * bodySize;
}

/** Equal words, and numbers that are equal or advance with the pages. */
function isCounted(text: string, other: string, pages: number): boolean {
  const [parts, otherParts] = [text.split(/(\d+)/), other.split(/(\d+)/)];
  const isSamePart = (part: string, i: number) =>
    part === otherParts[i] || Number(otherParts[i]) - Number(part) === pages;
  return parts.length === otherParts.length && parts.every(isSamePart);
}

function withoutNumbers(text: string): string {
  return /^[ivxlc]{1,7}$/i.test(text) ? '#' : text.replace(/\d+/g, '#');
}

function rowText(row: Row): string {
  return row.segments.map((segment) => segment.text).join(' ');
}

function commonSize(pages: RawPage[]): number {
  const characters = new Map<number, number>();
  const rows = pages.flatMap((page) => page.rows);
  const set = rows.filter(({ stamp }) => !stamp);
  for (const row of set.length > 0 ? set : rows) {
    const size = Math.round(row.size * 2) / 2;
    characters.set(size, (characters.get(size) ?? 0) + rowText(row).length);
  }
  return [...characters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [10, 0])[0];
}
