import { pageError } from '../text-cleanup.js';
import type { LayoutSource } from '../page-source.js';
import type { RawPage, Row } from '../text-line.js';
import type { OcrLimits } from './ocr-limits.js';
import { PageDrawer } from './page-drawer.js';
import { ScanReader } from './scan-reader.js';
import { isUnder, withoutUnder } from './stamps.js';
import { withSignsOfLife } from './signs-of-life.js';

/** Characters up to which the text of a page may be a page number on a scan, wherever it lies. */
const STRAY_CHARACTERS = 50;

/** Characters up to which text that is seen on a scan may be its stamps: "UNCONTROLLED COPY WHEN PRINTED …" on each edge. */
const STAMP_CHARACTERS = 600;

/** Text of a picture that has less than this of its own says little of what is on it. */
const LITTLE_CHARACTERS = 200;

/** How much more than the page says itself must be read from its picture to be what it says. */
const MUCH_MORE = 1.5;

/**
 * A PDF whose pages without text are read by OCR: those without any, those with a few characters on a picture that fills
 * the page, and those with stamps on such a picture, when it shows much more than they say. All others stay as they are;
 * the text that a scanner laid unseen with its picture is text.
 *
 * @param onAlive called now and then while a page is being read: it may take longer than a page of text
 */
export function withOcr(source: LayoutSource, file: string, limits: OcrLimits, onAlive: () => void): LayoutSource {
  const drawer = new PageDrawer(file, limits.draw_timeout_ms);
  const reader = new ScanReader(limits.page_timeout_ms);
  const read = async (page: RawPage): Promise<RawPage> => {
    const characters = charactersOf(page);
    if (page.error !== undefined || characters > STAMP_CHARACTERS) return page;
    const seen = characters === 0 ? 'none' : characters <= STRAY_CHARACTERS ? 'stray' : 'stamps';
    const unread: RawPage = { ...page, ...(characters <= LITTLE_CHARACTERS && { unread_picture: true }) };
    try {
      const { image, covered } = await drawer.draw(page.page_number, seen);
      if (image) return orOwn(page, await reader.read(image), seen === 'stamps' ? MUCH_MORE : 1);
      return covered && characters > 0 ? unread : page;
    } catch (error) {
      // Whether it is a picture at all was perhaps not found out.
      if (characters > 0) return unread;
      return { ...page, error: pageError(error) };
    }
  };
  return {
    ...source,
    async *pages(from) {
      for await (const page of source.pages(from)) yield await withSignsOfLife(onAlive, () => read(page));
    },
    async close() {
      await Promise.all([drawer.close(), reader.close()]);
      await source.close();
    },
  };
}

/**
 * The page as it was read, where that found so many times what the page says itself; else what it says, and what was read
 * beside that. Stamps are not what pages are set in: their size says nothing of the text around.
 */
function orOwn(page: RawPage, read: Pick<RawPage, 'rows' | 'ocr_confidence'>, times: number): RawPage {
  const isStamp = (row: Row) => row.segments.every((segment) => isUnder(segment, page.rows));
  if (charactersOf(read) >= times * charactersOf(page))
    return { ...page, ...read, rows: read.rows.map((row) => (isStamp(row) ? { ...row, stamp: true as const } : row)) };
  const beside = withoutUnder(read.rows, page.rows);
  if (beside.length === 0) return page;
  const own = page.rows.map((row) => ({ ...row, stamp: true as const }));
  return { ...page, ...read, rows: [...own, ...beside].sort((a, b) => a.y - b.y) };
}

function charactersOf({ rows }: Pick<RawPage, 'rows'>): number {
  return rows.flatMap((row) => row.segments).reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
}
