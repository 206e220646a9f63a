import { pageError } from '../text/text-cleanup.js';
import type { LayoutSource } from '../document/page-source.js';
import type { RawPage, Row } from '../layout/rows/text-line.js';
import type { OcrLimits } from '../limits/extraction-limits.js';
import { PageDrawer } from './page-drawer.js';
import { ScanReader } from './scan-reader.js';
import { isUnder, withoutUnder } from './stamps.js';
import { keepingAlive } from './keep-alive.js';

/** Maximum length of text that may be a page number on a scan. */
const STRAY_CHARACTERS = 50;

/** Maximum characters of stamps on a scan: "UNCONTROLLED COPY WHEN PRINTED …" on each edge. */
const STAMP_CHARACTERS = 600;

/** A shorter text of a page with a picture tells little about the picture. */
const LITTLE_CHARACTERS = 200;

/** Minimum ratio of OCR text to own text of a page with stamps. */
const MUCH_MORE = 1.5;

/** Reads by OCR: pages without text, scans with a few characters, and scans with stamps if OCR finds much more. Text layers are kept. */
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
      // Whether it is a picture may be unknown.
      if (characters > 0) return unread;
      return { ...page, error: pageError(error) };
    }
  };
  return {
    ...source,
    async *pages(from) {
      for await (const page of source.pages(from)) yield await keepingAlive(onAlive, () => read(page));
    },
    async close() {
      await Promise.all([drawer.close(), reader.close()]);
      await source.close();
    },
  };
}

/** The page by OCR, if that found `times` as much text; else its own text and OCR text next to it. Stamps do not count. */
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
