import { open, type FileHandle } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Canvas } from '@napi-rs/canvas';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { toExtractionError } from './pdf-extractor.js';

/** Points in an inch (ISO 32000-2, 8.3.2.3). */
export const POINTS_PER_INCH = 72;

/** Bytes read from the file at a time: an image of a scanned page in few steps. */
const CHUNK_BYTES = 256 * 1024;

/** Pixels of one embedded image beyond which it is left white: A3 scanned at 600 dpi. */
const MAX_IMAGE_PIXELS = 72_000_000;

/** Pixels of a rendered page unless the caller says otherwise. */
const MAX_PAGE_PIXELS = 20_000_000;

/** How large a page is to be drawn: so many pixels wide, or so many to the inch. Fewer where `maxPixels` demands it. */
export type RenderSize = ({ width: number } | { dpi: number }) & { maxPixels?: number };

/** A page drawn on white. */
export interface RenderedPage {
  canvas: Canvas;
  /** Pixels for a point; `canvas.width / scale` is the width of the page in points. */
  scale: number;
}

/**
 * Opens a PDF for drawing its pages; text is read by `openPdf`. The file is read where it is needed, so that one page of
 * a large file costs little. Nothing is executed or fetched.
 *
 * Time and memory are bounded only by whoever ends the process or thread that this runs in: a page can hold a function that
 * computes for ever, or an image that inflates without end.
 *
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
    throw toExtractionError(error);
  });
}

/** What of the range the file has. pdfjs waits for an answer, so a file that cannot be read answers with nothing. */
async function readRange(handle: FileHandle, begin: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - begin);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, begin).catch(() => ({ bytesRead: 0 }));
  return bytes.subarray(0, bytesRead);
}

/**
 * Draws one page on white, upright as viewers show it, annotations included. The canvas encodes itself:
 * `canvas.encode('webp', quality)`, `canvas.encode('png')`; `canvas.data()` are its pixels, RGBA.
 *
 * @param pageNumber physical page, 1-based
 * @throws when the page cannot be read
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
  // The parser's own canvases: those of another version of the library cannot be painted on with its paths.
  const factory = document.canvasFactory as { create(width: number, height: number): { canvas: Canvas } };
  const { canvas } = factory.create(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  // Its types know no canvas but a browser's, which this one takes after.
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff', intent: 'print' }).promise;
  return { canvas, scale };
}
