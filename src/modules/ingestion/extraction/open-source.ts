import { DOCX, type SupportedFormat } from '../../../common/files/supported-formats.js';
import { ExtractionError } from './extraction-error.js';
import type { ExtractionLimits } from './extraction.types.js';
import type { PageSource } from './page-source.js';

/**
 * Opens a file of a known format. Each format's reader is loaded when it is its turn: the process reads one file and ends, and
 * all of them together take half as long to load as a short file to read.
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
    case 'application/pdf': {
      const [{ openPdf }, { withOcr }] = await Promise.all([
        import('./pdf-extractor.js'),
        import('./ocr/scanned-pages.js'),
      ]);
      return withOcr(await openPdf(file, limits.max_pages, givenUp), file, limits.ocr, onAlive);
    }
    case DOCX:
      return (await import('./docx/docx-reader.js')).openDocx(file, limits);
    case 'text/html':
      return (await import('./html/html-reader.js')).openHtml(file, limits);
    case 'text/markdown':
      return (await import('./markdown/markdown-reader.js')).openMarkdown(file, limits);
    case 'text/plain':
      return (await import('./text-extractor.js')).openText(file, limits.max_pages);
    case 'application/xml':
      return (await import('./s1000d/s1000d-source.js')).openS1000d(file, limits, onAlive);
    case 'application/zip':
      return (await import('./s1000d/package-source.js')).openPackage(file, limits, onAlive);
    case 'image/png':
    case 'image/jpeg':
    case 'image/tiff':
      return (await import('./image-reader.js')).openImage(file, limits, onAlive);
    default:
      throw new ExtractionError('unsupported', format);
  }
}
