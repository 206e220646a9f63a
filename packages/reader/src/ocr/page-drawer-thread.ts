/** Entry point of the thread that draws pages for OCR. The parent ends it if a page takes too long. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';
import { confineThreads } from '../processes/confined-threads.js';
import { openPdfForDrawing, renderPdfPage } from '../drawing/pdf-renderer.js';
import { coverOf } from './image-coverage.js';
import { isBlank, MAX_OCR_PIXELS, OCR_DPI, type ScanImage } from './scan-image.js';

export interface DrawRequest {
  page_number: number;
  /** Text of the page itself: none, a few characters, or as much as stamps have. */
  text: 'none' | 'stray' | 'stamps';
}

export interface DrawnPage {
  image: ScanImage | null;
  /** Whether a picture covers the page; not determined for pages without text. */
  covered: boolean;
}

export type DrawResponse = DrawnPage | { error: string };

confineThreads();

let opened: Promise<PDFDocumentProxy> | undefined;

parentPort!.on('message', (request: DrawRequest) => {
  opened ??= openPdfForDrawing(workerData as string);
  opened
    .then((document) => drawForReading(document, request))
    .catch((error: unknown): DrawResponse => ({ error: error instanceof Error ? error.message : String(error) }))
    .then((response) => {
      const moved = 'image' in response && response.image ? [response.image.data.buffer as ArrayBuffer] : [];
      parentPort!.postMessage(response, moved);
    })
    .catch((error: unknown) => {
      throw error;
    });
});

async function drawForReading(
  document: PDFDocumentProxy,
  { page_number: number, text }: DrawRequest,
): Promise<DrawnPage> {
  const cover = text === 'none' ? null : await coverOf(document, number);
  if (cover === 'none') return { image: null, covered: false };
  // Invisible text is the scanner's own OCR of the picture.
  if (cover === 'over_text' && text === 'stamps') return { image: null, covered: true };
  const { canvas, scale } = await renderPdfPage(document, number, { dpi: OCR_DPI, maxPixels: MAX_OCR_PIXELS });
  const { width, height } = canvas;
  const image = { width, height, data: luminance(canvas.data()), scale };
  return isBlank(image) ? { image: null, covered: false } : { image, covered: cover !== null };
}

/** Brightness of RGBA pixels on white (ITU-R BT.601). */
function luminance(rgba: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4);
  for (let to = 0, from = 0; to < grey.length; to += 1, from += 4) {
    grey[to] = (rgba[from]! * 77 + rgba[from + 1]! * 150 + rgba[from + 2]! * 29) >> 8;
  }
  return grey;
}
