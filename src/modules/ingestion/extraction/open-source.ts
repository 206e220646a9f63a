import { DOCX, type SupportedFormat } from '../../../common/files/supported-formats.js';
import { openDocx } from './docx/docx-reader.js';
import { ExtractionError } from './extraction-error.js';
import type { ExtractionLimits } from './extraction.types.js';
import { openHtml } from './html/html-reader.js';
import { openMarkdown } from './markdown/markdown-reader.js';
import { openImage } from './image-reader.js';
import { withOcr } from './ocr/scanned-pages.js';
import type { PageSource } from './page-source.js';
import { openPdf } from './pdf-extractor.js';
import { openPackage } from './s1000d/package-source.js';
import { openS1000d } from './s1000d/s1000d-source.js';
import { openText } from './text-extractor.js';

/**
 * Opens a file of a known format.
 *
 * @param onAlive called now and then while opening, or reading a page, that may take longer than others: a picture, a package
 * @param givenUp numbers of pages that are not to be read, since they never end
 * @throws ExtractionError when it cannot be read or exceeds a limit
 */
export async function openSource(
  file: string,
  format: SupportedFormat,
  limits: ExtractionLimits,
  onAlive: () => void = () => undefined,
  givenUp: readonly number[] = [],
): Promise<PageSource> {
  switch (format) {
    case 'application/pdf':
      return withOcr(await openPdf(file, limits.max_pages, givenUp), file, limits.ocr, onAlive);
    case DOCX:
      return openDocx(file, limits);
    case 'text/html':
      return openHtml(file, limits);
    case 'text/markdown':
      return openMarkdown(file, limits);
    case 'text/plain':
      return openText(file, limits.max_pages);
    case 'application/xml':
      return openS1000d(file, limits, onAlive);
    case 'application/zip':
      return openPackage(file, limits, onAlive);
    case 'image/png':
    case 'image/jpeg':
    case 'image/tiff':
      return openImage(file, limits, onAlive);
    default:
      throw new ExtractionError('unsupported', format);
  }
}
