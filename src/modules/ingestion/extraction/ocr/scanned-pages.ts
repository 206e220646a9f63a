import { pageError } from '../text-cleanup.js';
import type { LayoutSource } from '../page-source.js';
import type { RawPage } from '../text-line.js';
import type { OcrLimits } from './ocr-limits.js';
import { PageDrawer } from './page-drawer.js';
import { ScanReader } from './scan-reader.js';
import { withSignsOfLife } from './signs-of-life.js';

/** Characters up to which the text of a page may be a stamp or a page number on a scan. */
const STRAY_CHARACTERS = 50;

/**
 * A PDF whose pages without text are read by OCR: those without any, and those with a few characters on a picture that
 * fills the page. All others stay as they are; the text that a scanner laid under its picture is text.
 *
 * @param onAlive called now and then while a page is being read: it may take longer than a page of text
 */
export function withOcr(source: LayoutSource, file: string, limits: OcrLimits, onAlive: () => void): LayoutSource {
  const drawer = new PageDrawer(file, limits.draw_timeout_ms);
  const reader = new ScanReader(limits.page_timeout_ms);
  const read = async (page: RawPage): Promise<RawPage> => {
    const characters = charactersOf(page);
    if (page.error !== undefined || characters > STRAY_CHARACTERS) return page;
    try {
      const image = await drawer.draw(page.page_number, characters > 0);
      return image ? { ...page, ...orOwn(page, await reader.read(image)) } : page;
    } catch (error) {
      if (characters > 0) return page;
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

/** The reading, unless it found less than the page says itself. */
function orOwn(
  page: RawPage,
  read: Pick<RawPage, 'rows' | 'ocr_confidence'>,
): Pick<RawPage, 'rows' | 'ocr_confidence'> {
  return charactersOf(read) >= charactersOf(page) ? read : { rows: page.rows };
}

function charactersOf({ rows }: Pick<RawPage, 'rows'>): number {
  return rows.flatMap((row) => row.segments).reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
}
