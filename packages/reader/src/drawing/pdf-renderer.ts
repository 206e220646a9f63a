import { open, type FileHandle } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Canvas } from '@napi-rs/canvas';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { fromPdfError } from '../errors/pdf-error.js';

/** Points in an inch (ISO 32000-2, 8.3.2.3). */
export const POINTS_PER_INCH = 72;

/** Bytes per read from the file. */
const CHUNK_BYTES = 256 * 1024;

/** Maximum pixels of an embedded image; larger ones stay white. A3 scanned at 600 dpi. */
const MAX_IMAGE_PIXELS = 72_000_000;

/** Default limit of pixels of a rendered page. */
const MAX_PAGE_PIXELS = 20_000_000;

/** Width in pixels or resolution of a drawn page, reduced to `maxPixels` if necessary. */
export type RenderSize = ({ width: number } | { dpi: number }) & { maxPixels?: number };

export interface RenderedPage {
  canvas: Canvas;
  /** Pixels per point. */
  scale: number;
}

/**
 * Opens a PDF for drawing; `openPdf` reads text. Byte ranges are read on demand, so that one page of a large file costs little. Nothing is
 * executed or fetched.
 * Time and memory are not bounded here: the parent must end the process or thread. A page can contain a function that never returns or an
 * image that inflates without end.
 * @throws ExtractionError `encrypted` or `corrupt`
 */
export async function openPdfForDrawing(file: string): Promise<PDFDocumentProxy> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const assets = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const handle = await open(file);
  const { size } = await handle.stat();
  const range = new pdfjs.PDFDataRangeTransport(size, null);
  range.requestDataRange = (begin, end) =>
    void readRange(handle, begin, end).then((bytes) => range.onDataRange(begin, bytes));
  const task = pdfjs.getDocument({
    range,
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: `${assets}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${assets}/standard_fonts/`,
    wasmUrl: `${assets}/wasm/`,
    iccUrl: `${assets}/iccs/`,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: 0,
  });
  const close = task.destroy.bind(task);
  task.destroy = () => close().finally(() => handle.close());
  return task.promise.catch(async (error: unknown) => {
    await task.destroy().catch(() => undefined);
    throw fromPdfError(error);
  });
}

/** Reads a byte range. pdfjs waits for an answer, so an unreadable file yields no bytes. */
async function readRange(handle: FileHandle, begin: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - begin);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, begin).catch(() => ({ bytesRead: 0 }));
  return bytes.subarray(0, bytesRead);
}

/**
 * Draws a page upright on white, with annotations. `canvas.data()` is RGBA; `canvas.encode('webp', quality)` encodes it.
 * @param pageNumber physical page, 1-based
 * @throws Error if the page is unreadable
 */
export async function renderPdfPage(
  document: PDFDocumentProxy,
  pageNumber: number,
  size: RenderSize,
): Promise<RenderedPage> {
  const page = await document.getPage(pageNumber);
  try {
    return await draw(document, page, size);
  } finally {
    page.cleanup();
  }
}

async function draw(document: PDFDocumentProxy, page: PDFPageProxy, size: RenderSize): Promise<RenderedPage> {
  const { width, height } = page.getViewport({ scale: 1 });
  const asked = 'width' in size ? size.width / width : size.dpi / POINTS_PER_INCH;
  const scale = Math.min(asked, Math.sqrt((size.maxPixels ?? MAX_PAGE_PIXELS) / (width * height)));
  const viewport = page.getViewport({ scale });
  // The parser's own canvases: paths of another library version cannot be painted on them.
  const factory = document.canvasFactory as { create(width: number, height: number): { canvas: Canvas } };
  const { canvas } = factory.create(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  // The types accept a browser's canvas only.
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff', intent: 'print' }).promise;
  return { canvas, scale };
}
