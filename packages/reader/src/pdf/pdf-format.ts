import type { Format } from '../format.js';

export const PDF_FORMAT: Format = {
  mediaType: 'application/pdf',
  name: 'PDF',
  extensions: ['.pdf'],
  // Readers accept `%PDF-` within the first 1024 bytes (ISO 32000-1, annex H, implementation note 13).
  detection: { by: 'header', pattern: /%PDF-\d/, within: 1024 + '%PDF-1.7'.length },
  pages: 'pdf',
  skipsSlowPages: true,
  async open(file, { limits, onAlive, skippedPages }) {
    const [{ openPdf }, { withOcr }] = await Promise.all([
      import('./pdf-extractor.js'),
      import('../ocr/scanned-pages.js'),
    ]);
    return withOcr(await openPdf(file, limits.max_pages, skippedPages), file, limits.ocr, onAlive);
  },
};
